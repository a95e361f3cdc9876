// What pointer and keyboard do, on a board of 4 by 4 cells of 10 pixels without a page around it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listen } from "../../src/practice/page/hands.js";
import { CROSS, EMPTY, QUEEN } from "../../src/practice/page/rules.js";

const SIZE = 4;

// The page's window and root element, which only have to be there.
globalThis.addEventListener ??= () => {};
globalThis.document ??= { documentElement: { dataset: {} } };

class Element extends EventTarget {
    setPointerCapture() {}
    getBoundingClientRect() {
        return { left: 0, top: 0, width: 10 * SIZE };
    }
}

/** A board that writes down the moves made on it. */
function board(manners) {
    const element = new Element();
    const moves = [];
    const view = {
        element,
        current: 0,
        focus: (cell) => (view.current = cell),
        cellAt(x, y) {
            const isInside = [x, y].every((place) => place >= 0 && place < 10 * SIZE);
            return isInside ? Math.floor(y / 10) * SIZE + Math.floor(x / 10) : null;
        },
    };
    listen(view, () => SIZE, {
        click: (cell, button) => moves.push(["click", cell, ...(button === "left" ? [] : [button])]),
        cycle: (cell) => moves.push(["cycle", cell]),
        put: (cell, mark) => moves.push(["put", cell, mark]),
        drag: (cells, isFirst) => moves.push(["drag", [...cells], isFirst]),
    }, manners);
    const send = (type, fields) => {
        const event = new Event(type, { cancelable: true });
        element.dispatchEvent(Object.assign(event, fields));
        return event;
    };
    const point = ([clientX, clientY]) => ({ clientX, clientY });
    const pointer = (type) => (place, more) =>
        send(type, { button: 0, isPrimary: true, pointerId: 1, ...point(place), ...more });
    return {
        moves,
        view,
        press: pointer("pointerdown"),
        move: pointer("pointermove"),
        release: pointer("pointerup"),
        cancel: () => send("pointercancel", {}),
        key: (key, more) => send("keydown", { key, ...more }),
    };
}

test("a press and a release on one cell are one click, on release", () => {
    const { press, move, release, moves } = board();
    press([12, 5]);
    move([18, 8]);
    assert.deepEqual(moves, []);
    release([18, 8]);
    assert.deepEqual(moves, [["click", 1]]);
});

test("two clicks in a row are two, however close", () => {
    const { press, release, moves } = board();
    for (let click = 0; click < 2; click += 1) {
        press([5, 5]);
        release([5, 5]);
    }
    assert.equal(moves.length, 2);
});

test("a drag tells of all its cells, of skipped ones too, and ends in no click", () => {
    const { press, move, release, moves } = board();
    press([5, 5]);
    move([15, 5]);
    move([35, 5]);
    release([35, 5]);
    assert.deepEqual(moves, [
        ["drag", [0, 1], true],
        ["drag", [0, 1, 2, 3], false],
    ]);
});

test("a drag that comes back to its first cell is still one, even within one event", () => {
    const { press, move, release, moves } = board();
    press([5, 5]);
    const way = [
        { clientX: 15, clientY: 5 },
        { clientX: 5, clientY: 5 },
    ];
    move([5, 5], { getCoalescedEvents: () => way });
    release([5, 5]);
    assert.deepEqual(moves, [["drag", [0, 1], true]]);
});

test("a release off the board, or a press that the system takes away, is nothing", () => {
    const { press, release, cancel, moves } = board();
    press([5, 5]);
    release([-5, 5]);
    press([5, 5]);
    cancel();
    release([5, 5]);
    assert.deepEqual(moves, []);
});

test("other buttons and second fingers do nothing", () => {
    const { press, release, moves } = board();
    press([5, 5], { button: 2 });
    release([5, 5], { button: 2 });
    press([5, 5], { isPrimary: false });
    release([5, 5], { isPrimary: false });
    assert.deepEqual(moves, []);
});

test("arrows move within the board and stop at its edges", () => {
    const { key, view } = board();
    const after = (name) => (key(name), view.current);
    assert.deepEqual(
        [
            "ArrowUp",
            "ArrowLeft",
            "ArrowDown",
            "ArrowRight",
            "End",
            "PageDown",
            "ArrowDown",
            "Home",
        ].map(after),
        [0, 0, 4, 5, 7, 15, 15, 12],
    );
});

test("keys change the cell that they are on, and other keys are left alone", () => {
    const { key, moves } = board();
    for (const name of [" ", "Enter", "x", "Q", "Backspace"]) assert.ok(key(name).defaultPrevented);
    assert.deepEqual(moves, [
        ["cycle", 0],
        ["cycle", 0],
        ["put", 0, CROSS],
        ["put", 0, QUEEN],
        ["put", 0, EMPTY],
    ]);
    assert.ok(!key("Tab").defaultPrevented);
    assert.ok(!key("x", { ctrlKey: true }).defaultPrevented);
    assert.equal(moves.length, 5);
});

test("on sites that act on the press, the release does nothing", () => {
    const { press, release, moves } = board({ actsOnPress: true });
    press([5, 5]);
    assert.deepEqual(moves, [["click", 0]]);
    release([5, 5]);
    assert.deepEqual(moves, [["click", 0]]);
});

test("on sites where any move is a drag, a pixel is enough", () => {
    const { press, move, release, moves } = board({ anyMoveDrags: true });
    press([5, 5]);
    move([6, 5]);
    release([6, 5]);
    assert.deepEqual(moves, [["drag", [0], true]]);
});

test("the right button is listened to on sites that have a use for it", () => {
    const right = { button: 2 };
    const deaf = board();
    deaf.press([5, 5], right);
    deaf.release([5, 5], right);
    assert.deepEqual(deaf.moves, []);
    const keen = board({ right: ["."] });
    keen.press([5, 5], right);
    keen.release([5, 5], right);
    assert.deepEqual(keen.moves, [["click", 0, "right"]]);
});

test("where the button is polled, a press counts when it lasts to the next frame", () => {
    const frames = [];
    globalThis.requestAnimationFrame = (then) => frames.push(then);
    const paint = () => frames.splice(0).forEach((then) => then());
    const { press, release, moves } = board({ polls: true });
    press([15, 5]);
    release([15, 5]);
    paint();
    assert.deepEqual(moves, []);
    press([15, 5]);
    paint();
    release([15, 5]);
    assert.deepEqual(moves, [["click", 1]]);
});
