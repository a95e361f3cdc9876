// The page's rules, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as rules from "../../src/practice/page/rules.js";

const { CROSS, EMPTY, QUEEN } = rules;

/** Four square regions; its solutions are .q../...q/q.../..q. and its mirror image. */
const board = rules.boardFromRows(["AABB", "AABB", "CCDD", "CCDD"]);
const marks = (...rows) => rules.marksFromRows(rows, 4);

test("a click goes from empty to cross to queen and back", () => {
    assert.equal(rules.nextMark(EMPTY), CROSS);
    assert.equal(rules.nextMark(CROSS), QUEEN);
    assert.equal(rules.nextMark(QUEEN), EMPTY);
});

test("other sites' clicks go through other marks, and leave no mark that they do not know", () => {
    const { cross, one } = rules.CYCLES;
    const from = (cycle) => [EMPTY, CROSS, QUEEN].map((mark) => rules.nextMark(mark, cycle));
    assert.deepEqual(from(one), [QUEEN, QUEEN, EMPTY]);
    assert.deepEqual(from(rules.CYCLES["queen-first"]), [QUEEN, EMPTY, CROSS]);
    assert.deepEqual(from(cross), [CROSS, EMPTY, QUEEN], "queens are the other button's");
});

test("a solution is found where there is one", () => {
    assert.deepEqual(rules.solutionOf(board), [1, 7, 8, 14]);
    assert.equal(rules.solutionOf(rules.boardFromRows(["AAB", "CBB", "CCC"])), null);
});

test("marks go to rows and back, and what does not fit is refused", () => {
    const rows = [".q.x", "....", "xxxx", "q..."];
    assert.deepEqual(rules.rowsOf(marks(...rows), 4), rows);
    assert.equal(marks("....", "....", "...."), null, "a row is missing");
    assert.equal(marks("....", "...", "....", "...."), null, "a row is short");
    assert.equal(marks("....", "..o.", "....", "...."), null, "a mark is unknown");
});

test("both solutions of a board win", () => {
    assert.ok(rules.isWon(board, marks(".q..", "...q", "q...", "..q.")));
    assert.ok(rules.isWon(board, marks("..q.", "q...", "...q", ".q..")));
});

test("crosses neither make nor hinder a win", () => {
    assert.ok(rules.isWon(board, marks("xqxx", "xxxq", "qxxx", "xxqx")));
});

test("a queen too few is no win, though nothing conflicts", () => {
    const almost = marks(".q..", "...q", "q...", "....");
    assert.deepEqual(rules.conflictsOf(board, almost), []);
    assert.ok(!rules.isWon(board, almost));
});

for (const { kind, number, rows } of [
    { kind: "row", number: 2, rows: ["....", "....", "q..q", "...."] },
    { kind: "column", number: 1, rows: [".q..", "....", "....", ".q.."] },
    { kind: "region", number: 3, rows: ["....", "....", "..q.", "...q"] },
]) {
    test(`two queens in one ${kind} conflict, and the ${kind} is named with its cells`, () => {
        const [conflict, ...others] = rules.conflictsOf(board, marks(...rows));
        assert.deepEqual(others, []);
        assert.equal(conflict.kind, kind);
        assert.equal(conflict.number, number);
        assert.equal(conflict.queens.length, 2);
        assert.equal(conflict.cells.length, 4);
    });
}

test("two queens that touch at a corner only conflict, and that is said once", () => {
    const conflicts = rules.conflictsOf(board, marks("....", ".q..", "..q.", "...."));
    assert.deepEqual(conflicts, [{ kind: "touch", queens: [5, 10], cells: [5, 10] }]);
});

test("cells at opposite edges of neighbouring rows do not touch", () => {
    assert.ok(!rules.touches(4, 3, 4));
    assert.ok(rules.touches(4, 3, 6));
});

test("automatic crosses fill exactly what a queen forbids", () => {
    const open = rules.boardFromRows(["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE"]);
    const one = rules.marksFromRows([".....", "..q..", ".....", ".....", "....."], 5);
    assert.deepEqual(rules.rowsOf(rules.withAutoCrosses(open, one), 5), [
        ".xxx.",
        "xxqxx",
        ".xxx.",
        "..x..",
        "..x..",
    ]);
});
