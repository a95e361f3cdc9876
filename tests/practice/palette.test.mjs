// The regions' colours.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PALETTE, coloursFor, difference, neighboursOf } from "../../src/practice/page/palette.js";
import { boardFromRows } from "../../src/practice/page/rules.js";

/** A board of `size` whose regions are its rows. */
const striped = (size) =>
    boardFromRows(
        Array.from({ length: size }, (_, row) => String.fromCharCode(65 + row).repeat(size)),
    );

for (const theme of ["light", "dark"]) {
    // Two of the real sites' regions can be as close as 0.04; half as far again stays easy to tell.
    test(`no two colours of the ${theme} theme look alike`, () => {
        PALETTE.forEach((one, index) => {
            for (const other of PALETTE.slice(index + 1)) {
                const distance = difference(one[theme], other[theme]);
                assert.ok(
                    distance >= 0.06,
                    `${one.name} and ${other.name}: ${distance.toFixed(3)}`,
                );
            }
        });
    });
}

test("no colour comes twice on boards up to the palette's size", () => {
    for (let size = 1; size <= PALETTE.length; size += 1) {
        assert.equal(new Set(coloursFor(striped(size))).size, size);
    }
});

test("on larger boards neighbours still differ", () => {
    const board = striped(16);
    const colours = coloursFor(board);
    neighboursOf(board).forEach((around, region) => {
        for (const other of around) assert.notEqual(colours[region], colours[other]);
    });
});
