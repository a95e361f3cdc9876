// What the page says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/practice/page/game.js";
import { boardFromRows, marksFromRows } from "../../src/practice/page/rules.js";
import { clock, describe } from "../../src/practice/page/words.js";

const board = boardFromRows(["AABB", "AABB", "CCDD", "CCDD"]);
const said = (...rows) => describe(new Game(board, { marks: marksFromRows(rows, 4) }), 65_900);

for (const { rows, sentence } of [
    {
        rows: ["q...", "....", "....", "...."],
        sentence: "One queen in every row, column and region, and no two touching.",
    },
    { rows: ["q..q", "....", "....", "...."], sentence: "Two queens in row 1." },
    { rows: ["....", ".q..", "..q.", "...."], sentence: "Two queens touch." },
    { rows: ["q...", ".q..", "....", "...."], sentence: "Two queens in one region." },
    {
        rows: ["q..q", "....", "....", "q..."],
        sentence: "Two queens in row 1, and 1 more conflict.",
    },
    {
        rows: ["q.qq", "....", "....", "...q"],
        sentence: "3 queens in row 1, and 2 more conflicts.",
    },
    { rows: [".q..", "...q", "q...", "..q."], sentence: "Solved in 1:05." },
]) {
    test(`of ${rows.join("/")} the page says: ${sentence}`, () => {
        assert.equal(said(...rows), sentence);
    });
}

test("the clock counts whole seconds", () => {
    assert.deepEqual([0, 999, 1000, 59_999, 3_600_000].map(clock), [
        "0:00",
        "0:00",
        "0:01",
        "0:59",
        "60:00",
    ]);
});
