// What the page says about a game.

/** A time in milliseconds as minutes and seconds, 1:05. */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** One sentence on how the game stands: won, what breaks a rule, or what to do. */
export function describe(game, milliseconds) {
  if (game.won) return `Solved in ${clock(milliseconds)}.`;
  const [first, ...others] = game.conflicts;
  if (!first) return "One queen in every row, column and region, and no two touching.";
  if (others.length === 0) return `${clash(first)}.`;
  return `${clash(first)}, and ${others.length} more ${others.length === 1 ? "conflict" : "conflicts"}.`;
}

function clash({ kind, number, queens }) {
  if (kind === "touch") return "Two queens touch";
  const count = queens.length === 2 ? "Two" : `${queens.length}`;
  return kind === "region"
    ? `${count} queens in one region`
    : `${count} queens in ${kind} ${number + 1}`;
}
