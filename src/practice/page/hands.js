// What the player does on the board, by pointer and by keyboard, as moves.
//
// A press and a release on one cell are a click. Moving to another cell with the button down is a
// drag, which crosses every cell on its way, and no click even if it ends where it began. Sites
// differ in this; see `manners`.

import { CROSS, EMPTY, QUEEN } from "./rules.js";

/** The marks that have a key of their own. */
const KEYS = { x: CROSS, q: QUEEN, Backspace: EMPTY, Delete: EMPTY };

/** The buttons of a pointer event that `moves.click` is told of. */
const BUTTONS = { 0: "left", 2: "right" };

/**
 * Listens on `view` and calls `moves.click(cell, button)`, `moves.cycle(cell)` and
 * `moves.put(cell, mark)`, and for a drag `moves.drag(cells, isFirst)` with all its cells so far.
 *
 * `manners` are five of the page's switches: `right`, without which the right button is not
 * listened to, `actsOnPress`, `anyMoveDrags`, `polls` and `hasMenu`.
 */
export function listen(view, size, moves, manners = {}) {
  const { element } = view;
  const { actsOnPress = false, anyMoveDrags = false, polls = false } = manners;
  const isOurs = ({ button }) => button === 0 || (button === 2 && Boolean(manners.right));
  let press = null;

  // The cell that the keyboard is on is shown to those who use it only.
  const root = document.documentElement;
  addEventListener("keydown", () => (root.dataset.input = "keys"), { capture: true });
  addEventListener("pointerdown", () => delete root.dataset.input, { capture: true });

  element.addEventListener("pointerdown", (event) => {
    if (!isOurs(event) || !event.isPrimary) return;
    const cell = view.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    press = { cell, cells: null, from: event };
    if (actsOnPress) moves.click(cell, BUTTONS[event.button]);
    else if (polls) {
      const [seen, button] = [press, BUTTONS[event.button]];
      requestAnimationFrame(() => press === seen && moves.click(cell, button));
    }
    element.setPointerCapture(event.pointerId);
    view.focus(cell);
    // The browser would move the focus to the grid and start to select.
    event.preventDefault();
  });

  element.addEventListener("pointermove", (event) => {
    if (press === null || !event.isPrimary) return;
    const way = wayOf(event).flatMap((to) => {
      const cells = cellsBetween(view, press.from, to, size());
      press.from = to;
      return cells;
    });
    const isNew = (cell) => (press.cells ? !press.cells.has(cell) : cell !== press.cell);
    if (!way.some(isNew) && !(anyMoveDrags && press.cells === null)) return;
    const isFirst = press.cells === null;
    press.cells = new Set([...(press.cells ?? [press.cell]), ...way]);
    moves.drag(press.cells, isFirst);
  });

  element.addEventListener("pointerup", (event) => {
    if (press === null || !event.isPrimary) return;
    const { cell, cells } = press;
    press = null;
    if (actsOnPress || polls || cells !== null) return;
    if (view.cellAt(event.clientX, event.clientY) === cell) moves.click(cell, BUTTONS[event.button]);
  });

  element.addEventListener("pointercancel", () => {
    press = null;
  });

  // Screen readers click without a pointer: no presses were counted for the event.
  element.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const index = [...element.querySelectorAll(".cell")].indexOf(event.target.closest(".cell"));
    if (index >= 0) moves.cycle(index);
  });

  element.addEventListener("contextmenu", (event) => manners.hasMenu || event.preventDefault());

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = view.current;
    const target = neighbour(cell, event.key, size());
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (target !== null) view.focus(target);
    else if (event.key === " " || event.key === "Enter") moves.cycle(cell);
    else if (key in KEYS) moves.put(cell, KEYS[key]);
    else return;
    event.preventDefault();
  });
}

/** Where a key leads from a cell, or null if it is no key for moving. */
function neighbour(cell, key, size) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const within = (index) => Math.min(size - 1, Math.max(0, index));
  const at = (r, c) => within(r) * size + within(c);
  const targets = {
    ArrowUp: at(row - 1, column),
    ArrowDown: at(row + 1, column),
    ArrowLeft: at(row, column - 1),
    ArrowRight: at(row, column + 1),
    Home: at(row, 0),
    End: at(row, size - 1),
    PageUp: at(0, column),
    PageDown: at(size - 1, column),
  };
  return targets[key] ?? null;
}

/** Where the pointer went: a browser tells of several movements at once, at most once a frame. */
function wayOf(event) {
  const movements = event.getCoalescedEvents?.() ?? [];
  return movements.length > 0 ? movements : [event];
}

/** The cells on the straight way between two pointer events: a fast pointer skips some of them. */
function cellsBetween(view, from, to, size) {
  const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  const cellWidth = view.element.getBoundingClientRect().width / size;
  const steps = Math.max(1, Math.ceil((2 * Math.hypot(across, down)) / cellWidth));
  const cells = new Set();
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    cells.add(view.cellAt(from.clientX + across * part, from.clientY + down * part));
  }
  cells.delete(null);
  return [...cells];
}
