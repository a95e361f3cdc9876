// One game: what the player has put on a board, how to take it back, and when it is won.

import {
  CROSS,
  EMPTY,
  QUEEN,
  conflictsOf,
  isWon,
  nextMark,
  queensOf,
  withAutoCrosses,
} from "./rules.js";

export class Game {
  /** What the player has put down; automatic crosses come on top of it and are never stored. */
  #own;
  #history = [];
  #autoCrosses;
  #locked;
  #won;

  /**
   * `marks` are those that the game starts with: none, unless it is to start half-played. In the
   * `locked` cells a queen stands from the start, for good.
   */
  constructor(
    board,
    { marks = board.regions.map(() => EMPTY), autoCrosses = false, locked = [] } = {},
  ) {
    this.board = board;
    this.#own = marks.map((mark, cell) => (locked.includes(cell) ? QUEEN : mark));
    this.#locked = new Set(locked);
    this.#autoCrosses = autoCrosses;
    this.#won = isWon(board, this.#own);
  }

  /** What stands on the board, automatic crosses included. */
  get marks() {
    return this.#autoCrosses ? withAutoCrosses(this.board, this.#own) : this.#own;
  }

  get conflicts() {
    return conflictsOf(this.board, this.#own);
  }

  /** Whether a queen stands in this cell from the start, for good. */
  isLocked(cell) {
    return this.#locked.has(cell);
  }

  get queens() {
    return queensOf(this.#own).length;
  }

  /** A won game stays as it is: no mark changes until a new game is made. */
  get won() {
    return this.#won;
  }

  get autoCrosses() {
    return this.#autoCrosses;
  }

  set autoCrosses(on) {
    this.#autoCrosses = on;
  }

  get canUndo() {
    return !this.#won && this.#history.length > 0;
  }

  get canClear() {
    return !this.#won && this.#own.some((mark, cell) => mark !== EMPTY && !this.#locked.has(cell));
  }

  /** Turns the mark of a cell into the next one, starting from what is seen there. */
  cycle(cell, cycle) {
    return this.put(cell, nextMark(this.marks[cell], cycle));
  }

  /** Crosses an empty cell, and empties any other; `isSecond`, soon after the first, puts a queen. */
  double(cell, isSecond) {
    return this.put(cell, isSecond ? QUEEN : this.marks[cell] === EMPTY ? CROSS : EMPTY);
  }

  /** Puts a mark into a cell. Returns whether that changed anything, as all moves do. */
  put(cell, mark) {
    return this.#move(this.#own.map((own, index) => (index === cell ? mark : own)));
  }

  /** Clears the board, as one move. */
  clear() {
    return this.#move(this.#own.map(() => EMPTY));
  }

  /** Crosses the cells that are still empty among these, as one move or as more of the last one. */
  cross(cells, { continues = false } = {}) {
    const wanted = new Set(cells);
    const marks = this.#own.map((mark, cell) =>
      mark === EMPTY && wanted.has(cell) ? CROSS : mark,
    );
    const changed = this.#move(marks);
    if (changed && continues) this.#history.pop();
    return changed;
  }

  /** Takes the last move back. */
  undo() {
    if (!this.canUndo) return false;
    this.#own = this.#history.pop();
    return true;
  }

  #move(wanted) {
    const marks = wanted.map((mark, cell) => (this.#locked.has(cell) ? QUEEN : mark));
    if (this.#won || marks.every((mark, cell) => mark === this.#own[cell])) return false;
    this.#history.push(this.#own);
    this.#own = marks;
    this.#won = marks.includes(QUEEN) && isWon(this.board, marks);
    return true;
  }
}
