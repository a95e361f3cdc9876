// The rules of Queens, without a page: what a click does, what breaks a rule, what wins.
//
// A board is {size, regions}: the region of each cell as a number, row by row. Marks are a list of
// the same length that holds EMPTY, CROSS and QUEEN. Nothing here changes what it is given.

export const EMPTY = ".";
export const CROSS = "x";
export const QUEEN = "q";

/** The marks that clicks go through, by the name of the habit; a site has one, or one a button. */
export const CYCLES = {
  two: [EMPTY, CROSS, QUEEN],
  one: [EMPTY, QUEEN],
  "queen-first": [EMPTY, QUEEN, CROSS],
  cross: [EMPTY, CROSS],
};

/**
 * The mark that a click puts in the place of `mark`. What is not in the cycle becomes a queen, if
 * the cycle has one, and else stays.
 */
export function nextMark(mark, cycle = CYCLES.two) {
  const at = cycle.indexOf(mark);
  if (at < 0) return cycle.includes(QUEEN) ? QUEEN : mark;
  return cycle[(at + 1) % cycle.length];
}

/** The board that `rows` draw: one string a row, one letter a cell, the same letter a region. */
export function boardFromRows(rows) {
  const names = new Map();
  const regions = [...rows.join("")].map((name) => {
    if (!names.has(name)) names.set(name, names.size);
    return names.get(name);
  });
  return { size: rows.length, regions };
}

/** The marks that `rows` draw, or null if they are not marks of a board of `size`. */
export function marksFromRows(rows, size) {
  const right = (row) => row.length === size && [...row].every((mark) => CYCLES.two.includes(mark));
  return rows.length === size && rows.every(right) ? [...rows.join("")] : null;
}

/** One string a row. */
export function rowsOf(marks, size) {
  return Array.from({ length: size }, (_, row) =>
    marks.slice(row * size, (row + 1) * size).join(""),
  );
}

/** Whether two different cells are side by side or corner to corner. */
export function touches(size, one, other) {
  const rows = Math.abs(Math.floor(one / size) - Math.floor(other / size));
  const columns = Math.abs((one % size) - (other % size));
  return one !== other && rows <= 1 && columns <= 1;
}

/** The units that a cell belongs to: its row, its column and its region, each with its number. */
export function unitsOf(board, cell) {
  return {
    row: Math.floor(cell / board.size),
    column: cell % board.size,
    region: board.regions[cell],
  };
}

/** Whether a queen in one cell forbids a queen in the other. */
export function attacks(board, one, other) {
  if (one === other) return false;
  const [mine, its] = [unitsOf(board, one), unitsOf(board, other)];
  const sharesUnit = Object.keys(mine).some((kind) => mine[kind] === its[kind]);
  return sharesUnit || touches(board.size, one, other);
}

/** The cells that hold a queen, in order. */
export function queensOf(marks) {
  return marks.flatMap((mark, cell) => (mark === QUEEN ? [cell] : []));
}

/** The marks with a cross in every empty cell that some queen forbids. */
export function withAutoCrosses(board, marks) {
  const queens = queensOf(marks);
  const isForbidden = (cell) => queens.some((queen) => attacks(board, queen, cell));
  return marks.map((mark, cell) => (mark === EMPTY && isForbidden(cell) ? CROSS : mark));
}

/**
 * Every rule that the queens break.
 *
 * A crowded unit is {kind: "row" | "column" | "region", number, queens, cells}: its queens, two or
 * more, and all of its cells. Two queens that touch without sharing a unit are {kind: "touch",
 * queens, cells}, where the cells are the queens themselves.
 */
export function conflictsOf(board, marks) {
  const queens = queensOf(marks);
  const conflicts = [];
  for (const kind of ["row", "column", "region"]) {
    for (let number = 0; number < board.size; number += 1) {
      const isIn = (cell) => unitsOf(board, cell)[kind] === number;
      const crowd = queens.filter(isIn);
      if (crowd.length > 1) {
        const cells = [...marks.keys()].filter(isIn);
        conflicts.push({ kind, number, queens: crowd, cells });
      }
    }
  }
  queens.forEach((one, index) => {
    for (const other of queens.slice(index + 1)) {
      const pair = [one, other];
      const isKnown = conflicts.some((known) => pair.every((cell) => known.queens.includes(cell)));
      if (touches(board.size, one, other) && !isKnown) {
        conflicts.push({ kind: "touch", queens: pair, cells: pair });
      }
    }
  });
  return conflicts;
}

/** Whether every row, column and region has its one queen and no two touch. */
export function isWon(board, marks) {
  return queensOf(marks).length === board.size && conflictsOf(board, marks).length === 0;
}

/** The cells of one solution, row by row, found by trying; null if there is none. */
export function solutionOf(board) {
  const place = (queens) => {
    if (queens.length === board.size) return queens;
    for (let column = 0; column < board.size; column += 1) {
      const cell = queens.length * board.size + column;
      const found = queens.every((other) => !attacks(board, other, cell)) && place([...queens, cell]);
      if (found) return found;
    }
    return null;
  };
  return place([]);
}
