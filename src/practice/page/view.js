// Draws a board: its cells, the walls between regions, what stands in the cells.
//
// All sizes are whole device pixels, whatever the zoom and the screen's scale factor, so every line
// is sharp and every cell has the same size.

import { coloursFor, cssColour } from "./palette.js";
import { CROSS, EMPTY, QUEEN } from "./rules.js";

const SVG = "http://www.w3.org/2000/svg";
const GLYPH = { [CROSS]: "#cross", [QUEEN]: "#crown" };
const NAME = { [EMPTY]: "empty", [CROSS]: "cross", [QUEEN]: "queen" };

/** Widths in CSS pixels. A wall is a part of the cell's size, within limits. */
const FRAME = 4;
const THIN = 1;
const WALL = { part: 0.065, least: 2, most: 4 };
/** A board on a large screen stops growing here: beyond, the eye no longer sees it as a whole. */
const LARGEST_CELL = 128;

export class BoardView {
  #frame;
  #grid;
  #lines;
  #cells = [];
  #board;
  #current = 0;
  #looks = {};
  /** Where each row begins, and the last one ends, in device pixels from the top of the grid. */
  #edges = [];

  /** `frame` is the element that becomes the board; its parent says how much room there is. */
  constructor(frame) {
    this.#frame = frame;
    this.#grid = frame.querySelector("[role=grid]");
    this.#lines = frame.querySelector(".lines");
    new ResizeObserver(() => this.#fit()).observe(frame.parentElement);
    addEventListener("resize", () => this.#fit());
  }

  /** The element that pointer and keyboard events reach first. */
  get element() {
    return this.#grid;
  }

  /** The cell that the keyboard is on. */
  get current() {
    return this.#current;
  }

  /** The outer edge of the frame in the window, in device pixels, and how many make a CSS pixel. */
  get place() {
    const { left, top, right, bottom } = this.#frame.getBoundingClientRect();
    const scale = devicePixelRatio;
    return {
      left: left * scale,
      top: top * scale,
      right: right * scale,
      bottom: bottom * scale,
      scale,
    };
  }

  /** Shows a board with nothing on it, in colours as `coloursFor` gives them for `looks`. */
  show(board, looks) {
    this.#board = board;
    this.#looks = looks;
    const { size } = board;
    const colours = coloursFor(board, looks);
    this.#cells = board.regions.map((region) => {
      const cell = document.createElement("div");
      cell.className = "cell";
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.style.setProperty("--fill", cssColour(colours[region]));
      return cell;
    });
    const rows = Array.from({ length: size }, (_, row) => {
      const element = document.createElement("div");
      element.className = "row";
      element.setAttribute("role", "row");
      element.style.setProperty("--row", row);
      element.append(...this.#cells.slice(row * size, (row + 1) * size));
      return element;
    });
    this.#grid.replaceChildren(...rows);
    this.#grid.setAttribute("aria-label", `Queens board, ${size} by ${size}`);
    this.#current = 0;
    this.#cells[0].tabIndex = 0;
    this.#fit();
  }

  /** Draws the marks of a game, what they break, and whether it is won. */
  draw(game) {
    const { marks, conflicts, won } = game;
    const clashing = new Set(conflicts.flatMap(({ queens }) => queens));
    const crowded = new Set(conflicts.flatMap(({ cells }) => cells));
    this.#frame.classList.toggle("won", won);
    this.#cells.forEach((element, cell) => {
      const mark = marks[cell];
      if (element.dataset.mark !== mark) {
        element.dataset.mark = mark;
        element.replaceChildren(...(mark === EMPTY ? [] : [glyph(mark, this.#looks)]));
      }
      element.classList.toggle("given", this.#looks.hasGivenLook && game.isLocked(cell));
      element.classList.toggle("clashing", clashing.has(cell));
      element.classList.toggle("crowded", crowded.has(cell));
      element.setAttribute("aria-label", this.#label(cell, mark, clashing.has(cell)));
    });
    if (this.#looks.grow > 0) this.#fit();
  }

  /** Rings a cell, and shades its row and its column if `shades`. */
  highlight(cell, shades) {
    const { size } = this.#board;
    this.#cells.forEach((element, other) => {
      const isAcross = Math.floor(other / size) === Math.floor(cell / size);
      const isShaded = isAcross || other % size === cell % size;
      element.classList.toggle("shaded", shades && isShaded);
      element.classList.toggle("ringed", other === cell);
    });
  }

  /** Selects what stands in a cell, and nothing else; null selects nothing. */
  select(cell) {
    this.#cells.forEach((element, other) => element.classList.toggle("selected", other === cell));
  }

  /** Takes the board off the page for so many milliseconds. */
  hideFor(time) {
    this.#frame.classList.add("away");
    setTimeout(() => this.#frame.classList.remove("away"), time);
  }

  /** Moves the keyboard to a cell. */
  focus(cell) {
    this.#cells[this.#current].tabIndex = -1;
    this.#current = cell;
    this.#cells[cell].tabIndex = 0;
    this.#cells[cell].focus({ preventScroll: true });
  }

  /** The cell at a point of the window, in CSS pixels, or null. */
  cellAt(x, y) {
    const { left, top, width } = this.#grid.getBoundingClientRect();
    const { size } = this.#board;
    const column = Math.floor(((x - left) / width) * size);
    const down = ((y - top) / width) * this.#edges[size];
    const row = this.#edges.findLastIndex((edge) => edge <= down);
    const isInside = row >= 0 && row < size && column >= 0 && column < size;
    return isInside ? row * size + column : null;
  }

  #label(cell, mark, isClashing) {
    const { size, regions } = this.#board;
    const region = String.fromCharCode("A".charCodeAt(0) + regions[cell]);
    const place = `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
    return `${place}, region ${region}, ${NAME[mark]}${isClashing ? ", in conflict" : ""}`;
  }

  #fit() {
    if (!this.#board) return;
    const { size } = this.#board;
    const scale = devicePixelRatio;
    const device = (css) => Math.max(1, Math.round(css * scale));
    const room = this.#frame.parentElement.getBoundingClientRect();
    const frame = device(FRAME);
    const fitting = Math.floor((room.width * scale - 2 * frame) / size);
    const cell = Math.min(fitting, device(LARGEST_CELL));
    const wall = device(Math.min(WALL.most, Math.max(WALL.least, (WALL.part * cell) / scale)));
    const whole = size * cell + 2 * frame;
    const snap = (place) => Math.round(place * scale) / scale;
    const left = snap(room.left + (room.width - whole / scale) / 2) - room.left;
    const style = { cell, frame, whole };
    for (const [name, pixels] of Object.entries(style)) {
      this.#frame.style.setProperty(`--${name}`, `${pixels / scale}px`);
    }
    this.#frame.style.setProperty("--left", `${left}px`);
    this.#frame.style.setProperty("--top", `${snap(room.top) - room.top}px`);
    this.#edges = this.#edgesOf(cell);
    [...this.#grid.children].forEach((row, index) => {
      const height = this.#edges[index + 1] - this.#edges[index];
      row.style.setProperty("--height", `${height / scale}px`);
    });
    this.#lines.setAttribute("viewBox", `0 0 ${size * cell} ${size * cell}`);
    this.#lines.querySelector(".thin").setAttribute("d", thinLines(this.#edges, cell, device(THIN)));
    this.#lines.querySelector(".walls").setAttribute("d", walls(this.#board, this.#edges, cell, wall));
  }

  /** The edges of the rows, if cells are so wide: those with a queen may have grown, and the others give way. */
  #edgesOf(cell) {
    const { size } = this.#board;
    const rows = Array.from({ length: size }, (_, row) =>
      this.#cells.slice(row * size, (row + 1) * size).some(({ dataset }) => dataset.mark === QUEEN),
    );
    const heights = rows.map((hasQueen) => (hasQueen ? 1 + this.#looks.grow / 100 : 1));
    const sum = (all) => all.reduce((one, other) => one + other, 0);
    const height = (size * cell) / sum(heights);
    return [0, ...heights.map((_, row) => Math.round(height * sum(heights.slice(0, row + 1))))];
  }
}

/** Texts that some sites draw marks as. */
const LETTERS = { letter: "Q", chess: "\u265b", white: "\u265b", disc: "", dot: "", shade: "" };

/** A crown in colours of its own, as pictures and emoji have them. */
const PICTURE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='M3 7l5 4 4-7 4 7 5-4-2 12H5z' fill='%23ffc83d' stroke='%23a8621b'/%3E%3Ccircle cx='12' cy='15' r='1.6' fill='%23d6274c'/%3E%3C/svg%3E";

function glyph(mark, looks) {
  const kind = mark === QUEEN ? looks.queen : looks.cross;
  if (kind === "image") {
    const picture = document.createElement("img");
    picture.src = PICTURE;
    return picture;
  }
  if (kind in LETTERS) {
    const letter = document.createElement("span");
    letter.className = `glyph ${kind}`;
    letter.textContent = LETTERS[kind];
    return letter;
  }
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", GLYPH[mark]);
  svg.append(use);
  if (kind) svg.classList.add(kind);
  return svg;
}

function rectangle(x, y, width, height) {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

/** The lines between all cells, as one path; lengths in device pixels. */
function thinLines(edges, cell, width) {
  const lines = [];
  const size = edges.length - 1;
  const before = Math.floor(width / 2);
  for (let line = 1; line < size; line += 1) {
    lines.push(rectangle(line * cell - before, 0, width, size * cell));
    lines.push(rectangle(0, edges[line] - before, size * cell, width));
  }
  return lines.join("");
}

/** The walls between regions, as one path; each runs on by half its width, which fills corners. */
function walls({ size, regions }, edges, cell, width) {
  const half = Math.floor(width / 2);
  const parts = [];
  regions.forEach((region, index) => {
    const [row, column] = [Math.floor(index / size), index % size];
    const [x, y] = [column * cell - half, edges[row] - half];
    if (column > 0 && regions[index - 1] !== region) {
      parts.push(rectangle(x, y, width, edges[row + 1] - edges[row] + width));
    }
    if (row > 0 && regions[index - size] !== region) {
      parts.push(rectangle(x, y, cell + width, width));
    }
  });
  return parts.join("");
}
