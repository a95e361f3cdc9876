// The switches of the page's address, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CYCLES } from "../../src/practice/page/rules.js";
import { randomNumbers, switchesFrom } from "../../src/practice/page/switches.js";

test("without switches the page is a plain game", () => {
    const plain = switchesFrom("?size=8&seed=1");
    assert.deepEqual([plain.left, plain.right], [CYCLES.two, null]);
    assert.deepEqual([plain.actsOnPress, plain.anyMoveDrags, plain.win], [false, false, null]);
    assert.deepEqual([plain.lost, plain.block, plain.locked], [0, 0, 0]);
    assert.deepEqual(plain.shift, [0, 0]);
    assert.deepEqual([plain.queen, plain.cross, plain.isDouble], [null, null, false]);
    assert.deepEqual([plain.slip, plain.stale, plain.polls], [0, 0, false]);
    assert.deepEqual([plain.veil, plain.deaf, plain.enter, plain.late], [0, 0, 0, 0]);
});

test("switches are read from the address, and nonsense is ignored", () => {
    const query = "?clicks=one&button=right&act=press&lost=10&shift=8,26&win=blur&block=x";
    const switches = switchesFrom(query);
    assert.deepEqual([switches.left, switches.right], [CYCLES.cross, CYCLES.one]);
    assert.deepEqual([switches.lost, switches.shift, switches.block], [0.1, [8, 26], 0]);
    assert.deepEqual([switches.win, switchesFrom("?win=lose").win], ["blur", null]);
});

test("the same luck loses the same clicks, about as many as asked for", () => {
    const draw = (seed) => Array.from({ length: 1000 }, randomNumbers(seed));
    assert.deepEqual(draw(7), draw(7));
    assert.notDeepEqual(draw(7), draw(8));
    const lost = draw(7).filter((number) => number < 0.1).length;
    assert.ok(lost > 70 && lost < 130, `${lost} of 1000`);
});
