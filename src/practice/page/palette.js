// The colours of the regions, and which region gets which.
//
// Colours are OKLCH, [lightness 0..1, chroma, hue in degrees]: a straight distance in that space's
// rectangular form is close to what the eye sees as different.

/** Twelve colours, each for the light theme and, dimmed, for the dark one. */
export const PALETTE = [
  { name: "lavender", light: [0.79, 0.105, 300], dark: [0.67, 0.115, 302] },
  { name: "apricot", light: [0.84, 0.105, 62], dark: [0.74, 0.105, 60] },
  { name: "sky", light: [0.83, 0.085, 232], dark: [0.72, 0.09, 234] },
  { name: "leaf", light: [0.8, 0.135, 140], dark: [0.68, 0.13, 142] },
  { name: "coral", light: [0.72, 0.15, 25], dark: [0.62, 0.15, 25] },
  { name: "lemon", light: [0.93, 0.13, 103], dark: [0.8, 0.135, 100] },
  { name: "teal", light: [0.7, 0.095, 190], dark: [0.58, 0.09, 190] },
  { name: "stone", light: [0.77, 0.008, 80], dark: [0.64, 0.008, 80] },
  { name: "indigo", light: [0.66, 0.13, 272], dark: [0.57, 0.135, 272] },
  { name: "clay", light: [0.66, 0.075, 62], dark: [0.55, 0.07, 58] },
  { name: "frost", light: [0.93, 0.025, 210], dark: [0.79, 0.03, 210] },
  { name: "pink", light: [0.8, 0.14, 345], dark: [0.69, 0.15, 345] },
];

/** How different two colours look: the distance of their OKLab coordinates. */
export function difference([l1, c1, h1], [l2, c2, h2]) {
  const rad = Math.PI / 180;
  const a = c1 * Math.cos(h1 * rad) - c2 * Math.cos(h2 * rad);
  const b = c1 * Math.sin(h1 * rad) - c2 * Math.sin(h2 * rad);
  return Math.hypot(l1 - l2, a, b);
}

/** For each region of a board, the set of regions that share a side with it. */
export function neighboursOf({ size, regions }) {
  const neighbours = Array.from({ length: size }, () => new Set());
  const join = (one, other) => {
    if (regions[one] === regions[other]) return;
    neighbours[regions[one]].add(regions[other]);
    neighbours[regions[other]].add(regions[one]);
  };
  for (let cell = 0; cell < regions.length; cell += 1) {
    if ((cell + 1) % size !== 0) join(cell, cell + 1);
    if (cell + size < regions.length) join(cell, cell + size);
  }
  return neighbours;
}

/**
 * The index in PALETTE of each region's colour.
 *
 * The regions choose in turn, those with the most neighbours first: of the colours used least so
 * far, the one that differs most from the neighbours that have chosen. So no colour comes twice on
 * boards up to the palette's size, and on larger ones the walls tell equal colours apart. With
 * twins, two regions that do not meet share a colour on any board where there are such.
 */
export function coloursFor(board, { hasTwins = false } = {}) {
  const neighbours = neighboursOf(board);
  const chosen = new Array(board.size).fill(null);
  const uses = PALETTE.map(() => 0);
  const order = [...chosen.keys()].sort((a, b) => neighbours[b].size - neighbours[a].size || a - b);
  for (const region of order) {
    const around = [...neighbours[region]].map((other) => chosen[other]).filter((c) => c !== null);
    const contrast = (index) =>
      Math.min(1, ...around.map((other) => difference(PALETTE[index].light, PALETTE[other].light)));
    const fewest = Math.min(...uses);
    const best = [...PALETTE.keys()]
      .filter((index) => uses[index] === fewest)
      .reduce((one, other) => (contrast(other) > contrast(one) ? other : one));
    chosen[region] = best;
    uses[best] += 1;
  }
  if (hasTwins) {
    const isApart = ([one, other]) => one !== other && !neighbours[one].has(other);
    const pair = order.flatMap((one) => order.map((other) => [one, other])).find(isApart);
    if (pair) chosen[pair[0]] = chosen[pair[1]];
  }
  return chosen;
}

/** The colour as CSS writes it, for whichever theme is on. */
export function cssColour(index) {
  const css = ([l, c, h]) => `oklch(${l} ${c} ${h})`;
  return `light-dark(${css(PALETTE[index].light)}, ${css(PALETTE[index].dark)})`;
}
