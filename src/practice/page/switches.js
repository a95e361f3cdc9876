// How the page is to behave, as its address says: the manners and the surprises of other sites.
//
// Without switches the page is a plain game. The server's documentation lists them all.

import { CYCLES } from "./rules.js";

/** What the query of the page's address switches on. Numbers that are none, and unknown names, are ignored. */
export function switchesFrom(search) {
  const query = new URLSearchParams(search);
  const number = (name, otherwise = 0) => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isFinite(value) ? value : otherwise;
  };
  const one = (name, choices) => (choices.includes(query.get(name)) ? query.get(name) : null);
  return {
    /** What clicks turn a mark into: of the left button, and of the right one. */
    ...cyclesOf(one("clicks", Object.keys(CYCLES)) ?? "two", query.get("button") === "right"),
    actsOnPress: query.get("act") === "press",
    /** Whether the least movement of a pressed pointer is a drag, and no click. */
    anyMoveDrags: query.get("drag") === "any",
    /** How many queens of the solution stand from the start and cannot be taken away. */
    locked: number("locked"),
    /** Whether those are red. */
    hasGivenLook: query.get("given") === "1",
    /** The part of all clicks that get lost, and the number that decides which. */
    lost: number("lost") / 100,
    /** For how many milliseconds after a click another one is not listened to. */
    busy: number("busy"),
    /** For how many milliseconds after a click the same cell takes no other one. */
    slip: number("slip"),
    /** How many milliseconds later a click's mark is painted, and the next one's worked out from it. */
    stale: number("stale"),
    /** Whether a press counts when the button is still down at the next frame. */
    polls: query.get("poll") === "1",
    luck: randomNumbers(number("luck", 1)),
    /** For how many milliseconds the page stops after every third click. */
    block: number("block"),
    /** By how many CSS pixels the page moves after the first click, right and down. */
    shift: (query.get("shift") ?? "0,0").split(",").map(Number),
    /** In how many milliseconds it gets there. */
    glide: number("glide"),
    /** In how many milliseconds a hovered cell fades. */
    hover: number("hover"),
    /** Whether the row and the column of the cell that was clicked last are shaded, and she ringed. */
    hasHighlight: query.get("highlight") === "1",
    isAnimated: query.get("animate") === "1",
    /** What a win does to the board. */
    win: one("win", ["cover", "blur", "dim", "move", "remove", "next"]),
    /** Whether a bubble comes up over the page at the first click. */
    hasBubble: query.get("bubble") === "1",
    /** After how many clicks the theme changes. */
    themeAfter: number("switch"),
    /** Whether two regions have the same colour. */
    hasTwins: query.get("twins") === "1",
    /** What queens are drawn as, and crosses; the page's own glyphs without. */
    queen: one("queen", ["letter", "chess", "white", "disc", "image"]),
    cross: one("cross", ["dot", "large", "shade"]),
    /** In how many milliseconds a mark grows to its size. */
    pop: number("pop"),
    /** By how many per cent a row with a queen is higher than others, on a board of one height. */
    grow: number("grow"),
    /** By how many milliseconds a row's crosses come later than those of the row above. */
    wave: number("wave"),
    /** Whether a second click in a cell selects what stands there. */
    selects: query.get("select") === "1",
    /** Whether the cell that was clicked last keeps a ring. */
    hasRing: query.get("ring") === "1",
    /** How many milliseconds later than its click a mark comes. */
    late: number("late"),
    /** For how many milliseconds the pointer must be over a cell before it takes a click. */
    enter: number("enter"),
    /** For how many milliseconds the board is away after each click, to be drawn anew. */
    redraw: number("redraw"),
    /** For how many milliseconds a message lies over the board after each click. */
    toast: number("toast"),
    /** For how many milliseconds the board is veiled, and takes no clicks, when the page was loaded. */
    veil: number("veil"),
    /** For how many milliseconds the board takes no clicks, when the page was loaded. */
    deaf: number("deaf"),
    /** Whether the board gets smaller at the first click. */
    shrinks: query.get("shrink") === "1",
    /** Whether a window over the page wants an answer after the first click. */
    hasModal: query.get("modal") === "1",
    /** Whether a banner lies over the lower part of the page. */
    hasBanner: query.get("banner") === "1",
    /** Whether the right button opens the browser's menu. */
    hasMenu: query.get("menu") === "1",
    /** Whether a second click soon after the first makes a queen, and one alone never does. */
    isDouble: query.get("clicks") === "double",
  };
}

function cyclesOf(clicks, isRight) {
  return isRight
    ? { left: CYCLES.cross, right: CYCLES[clicks] }
    : { left: CYCLES[clicks], right: null };
}

/** Numbers from 0 to 1 that look random, the same ones for the same seed (mulberry32). */
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
