// A game: its moves, taking them back, and the win.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/practice/page/game.js";
import {
    CROSS,
    EMPTY,
    QUEEN,
    boardFromRows,
    marksFromRows,
    rowsOf,
} from "../../src/practice/page/rules.js";

const board = boardFromRows(["AABB", "AABB", "CCDD", "CCDD"]);
const fresh = (options) => new Game(board, options);
const halfPlayed = (...rows) => fresh({ marks: marksFromRows(rows, 4) });
const rows = (game) => rowsOf(game.marks, 4);

test("three clicks bring a cell back, and each can be undone", () => {
    const game = fresh();
    const seen = [0, 1, 2].map(() => (game.cycle(5), game.marks[5]));
    assert.deepEqual(seen, [CROSS, QUEEN, EMPTY]);
    const undone = [0, 1, 2].map(() => (game.undo(), game.marks[5]));
    assert.deepEqual(undone, [QUEEN, CROSS, EMPTY]);
    assert.ok(!game.canUndo);
    assert.ok(!game.undo());
});

test("a drag crosses empty cells only, and is one move however long it grows", () => {
    const game = halfPlayed("q...", "....", "....", "....");
    game.cross([0, 1]);
    game.cross([0, 1, 2], { continues: true });
    assert.equal(rows(game)[0], "qxx.");
    game.undo();
    assert.equal(rows(game)[0], "q...");
    assert.ok(!game.canUndo);
});

test("clearing is one move, and none on an empty board", () => {
    const game = halfPlayed("q..x", "....", "....", "....");
    assert.ok(game.clear());
    assert.deepEqual(rows(game), ["....", "....", "....", "...."]);
    assert.ok(!game.clear());
    game.undo();
    assert.equal(rows(game)[0], "q..x");
});

test("automatic crosses come and go with their queen, and leave the player's own", () => {
    const game = fresh({ autoCrosses: true });
    game.put(15, CROSS);
    game.put(0, QUEEN);
    assert.deepEqual(rows(game), ["qxxx", "xx..", "x...", "x..x"]);
    game.put(0, EMPTY);
    assert.deepEqual(rows(game), ["....", "....", "....", "...x"]);
});

test("a click on an automatic cross makes it a queen", () => {
    const game = fresh({ autoCrosses: true });
    game.put(0, QUEEN);
    game.cycle(3);
    assert.equal(game.marks[3], QUEEN);
    assert.equal(game.conflicts.length, 1);
});

test("turning automatic crosses off takes them from sight", () => {
    const game = fresh({ autoCrosses: true });
    game.put(0, QUEEN);
    game.autoCrosses = false;
    assert.deepEqual(rows(game), ["q...", "....", "....", "...."]);
});

test("the last queen wins, and nothing changes after that", () => {
    const game = halfPlayed(".q..", "...q", "q...", "..x.");
    assert.ok(!game.won);
    game.cycle(14);
    assert.ok(game.won);
    assert.ok(!game.cycle(14) && !game.clear() && !game.undo() && !game.cross([0]));
    assert.deepEqual(rows(game), [".q..", "...q", "q...", "..q."]);
});

test("a game can begin won", () => {
    assert.ok(halfPlayed("..q.", "q...", "...q", ".q..").won);
});

test("a locked queen stands from the start, for good", () => {
    const game = fresh({ locked: [1] });
    assert.equal(game.marks[1], QUEEN);
    assert.ok(!game.cycle(1) && !game.canClear);
    game.cycle(4);
    game.clear();
    assert.deepEqual(rows(game), [".q..", "....", "....", "...."]);
});

test("where a double click makes queens, one click never does", () => {
    const game = fresh();
    const seen = [false, false, false, true, false].map(
        (isSecond) => (game.double(5, isSecond), game.marks[5]),
    );
    assert.deepEqual(seen, [CROSS, EMPTY, CROSS, QUEEN, EMPTY]);
});
