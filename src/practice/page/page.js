// Puts the game, the board and the controls together.

import { celebrate } from "./celebration.js";
import { Game } from "./game.js";
import { listen } from "./hands.js";
import { Mischief } from "./mischief.js";
import { Reporter } from "./report.js";
import { boardFromRows, marksFromRows, nextMark, rowsOf, solutionOf } from "./rules.js";
import { switchesFrom } from "./switches.js";
import { BoardView } from "./view.js";
import { clock, describe } from "./words.js";

const element = (id) => document.getElementById(id);
const SIZES = [...element("size").options].map((option) => Number(option.value));
/** What the address asked for when the page was loaded. */
const asked = new URLSearchParams(location.search);
const switches = switchesFrom(location.search);
const mischief = new Mischief(switches);

const view = new BoardView(element("board"));
const reporter = new Reporter(() => ({
  size: puzzle.board.size,
  seed: puzzle.seed,
  regions: puzzle.rows,
  marks: rowsOf(game.marks, puzzle.board.size),
  clicks,
  drags,
  strays,
  wins,
  won: game.won,
  place: view.place,
  times_ms: times,
}));

/** The board being played: {board, rows, seed}; the seed is null for a board from a file. */
let puzzle;
let game;
/** Clicks on cells and drags over them, also those that changed nothing. */
let clicks;
let drags;
/** Presses beside the board, and games won, since the page was loaded. */
let strays = 0;
let wins = 0;
/** Whether the drag under way has crossed a cell yet. */
let dragChanged;
/** Milliseconds since the page began to load; null for what has not happened. */
let times;

/**
 * Fetches a board, `wanted` being its size and number as far as they are given, and starts a game
 * on it; `rows` of marks make it half-played.
 */
async function openBoard(wanted, rows = null) {
  const response = await fetch(`/board?${new URLSearchParams(wanted)}`).catch(() => null);
  if (!response?.ok) {
    say(response ? await response.text() : "The practice server has gone. Start it again.");
    return;
  }
  const { size, seed, regions } = await response.json();
  puzzle = { board: boardFromRows(regions), rows: regions, seed };
  // A given board of another size leaves the choice of sizes as it is.
  if (SIZES.includes(size)) element("size").value = size;
  element("seed").value = seed ?? "";
  element("seed").placeholder = seed === null ? "given" : "";
  const marks = rows && marksFromRows(rows, size);
  start(marks);
  remember();
  if (rows && !marks) say("The marks in the address do not fit this board.");
}

/** Starts a game on the board being played, with these marks or none. */
function start(marks) {
  game = new Game(puzzle.board, {
    marks: marks ?? undefined,
    autoCrosses: element("auto").checked,
    locked: switches.locked > 0 ? solutionOf(puzzle.board).slice(0, switches.locked) : [],
  });
  [clicks, drags] = [0, 0];
  times = {
    shown: null,
    first_click: null,
    last_click: null,
    all_but_one: null,
    painted: null,
    win: null,
  };
  mischief.begin();
  view.show(puzzle.board, switches);
  refresh();
}

/** Puts the board into the address, so that it comes back when the page is loaded again. */
function remember() {
  const query = new URLSearchParams(location.search);
  query.delete("marks");
  if (puzzle.seed !== null) {
    query.set("size", puzzle.board.size);
    query.set("seed", puzzle.seed);
  }
  history.replaceState(null, "", `?${query}`);
}

/** Shows the game as it is now, and reports it: at once, and again when it has been painted. */
function refresh() {
  const before = times.win;
  if (game.won) times.win ??= performance.now();
  view.draw(game);
  element("queens").textContent = `${game.queens} / ${puzzle.board.size}`;
  element("undo").disabled = !game.canUndo;
  element("clear").disabled = !game.canClear;
  element("result").hidden = !game.won;
  say(describe(game, elapsed()));
  element("status").classList.toggle("alarm", game.conflicts.length > 0);
  tick();
  if (game.won && before === null) {
    wins += 1;
    element("result-time").textContent = clock(elapsed());
    celebrate(element("board"), element("sparks"));
    mischief.won(() => openBoard({ size: puzzle.board.size }));
  }
  reporter.changed();
  const lacksOne = game.queens === puzzle.board.size - 1 && game.conflicts.length === 0;
  afterPaint(() => {
    times.painted = performance.now();
    times.shown ??= times.painted;
    if (lacksOne) times.all_but_one ??= times.painted;
    reporter.changed();
  });
}

/** The first frame callback runs before this state is painted, the second after it was. */
function afterPaint(then) {
  const painted = game;
  requestAnimationFrame(() => requestAnimationFrame(() => painted === game && then()));
}

/** A live region speaks when its text changes. */
function say(text) {
  if (element("status").textContent !== text) element("status").textContent = text;
}

/** Milliseconds of play. */
function elapsed() {
  // A game that begins won was won before it was shown.
  return times.shown === null ? 0 : Math.max(0, (times.win ?? performance.now()) - times.shown);
}

function tick() {
  element("timer").textContent = clock(elapsed());
}

/** Plays one move and shows what it did; before the first board is there, none can be. */
function move(play) {
  if (!game) return;
  play();
  refresh();
}

const moves = {
  click(cell, button) {
    clicks += 1;
    times.last_click = performance.now();
    times.first_click ??= times.last_click;
    const isLost = mischief.loses() || mischief.isSlip(cell);
    const isSecond = mischief.isSecond(cell);
    const play = () =>
      switches.isDouble ? game.double(cell, isSecond) : game.cycle(cell, switches[button]);
    if (switches.stale > 0) {
      const mark = nextMark(game.marks[cell], switches[button]);
      setTimeout(() => move(() => isLost || game.put(cell, mark)), switches.stale);
    } else {
      mischief.later(() => move(() => isLost || play()));
    }
    mischief.clicked(view, cell, isSecond);
  },
  cycle: (cell) => move(() => game.cycle(cell, switches.left)),
  put: (cell, mark) => move(() => game.put(cell, mark)),
  drag(cells, isFirst) {
    if (isFirst) [drags, dragChanged] = [drags + 1, false];
    move(() => {
      dragChanged = game.cross(cells, { continues: dragChanged }) || dragChanged;
    });
  },
};
listen(view, () => puzzle.board.size, moves, switches);
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (game) mischief.hovered(view.cellAt(clientX, clientY));
});
// Before the board hears of the press, and draws its cells anew.
addEventListener(
  "pointerdown",
  (event) => {
    const { left, top, right, bottom } = element("board").getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    if (x >= left && x < right && y >= top && y < bottom) return;
    strays += 1;
    if (game) reporter.changed();
  },
  { capture: true },
);

element("undo").addEventListener("click", () => move(() => game.undo()));
element("clear").addEventListener("click", () => move(() => game.clear()));
element("auto").addEventListener("change", (event) =>
  move(() => {
    game.autoCrosses = event.target.checked;
  }),
);
for (const id of ["new", "next"]) {
  element(id).addEventListener("click", () => openBoard({ size: element("size").value }));
}
element("size").addEventListener("change", (event) => openBoard({ size: event.target.value }));
element("numbered").addEventListener("submit", (event) => {
  event.preventDefault();
  openBoard({ size: element("size").value, seed: element("seed").value });
});
addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select");
  if (isTyping || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  move(() => game.undo());
});

// The board moves in the window.
for (const event of ["resize", "scrollend"]) {
  addEventListener(event, () => game && requestAnimationFrame(() => reporter.changed()));
}

// Several times a second, so that no second is skipped; the text changes once a second.
setInterval(() => game && tick(), 200);

element("rules").open = matchMedia("(min-width: 900px) and (min-height: 960px)").matches;
element("auto").checked = asked.get("auto") === "1";
openBoard(
  ["size", "seed"].filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]),
  asked.get("marks")?.split("/"),
);
