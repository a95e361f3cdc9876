// What other sites do while they are played on: each is a switch, and off unless asked for.

/** How long the bubble stays unless the page is clicked again, in milliseconds. */
const BUBBLE_STAYS = 4000;

/** How soon a second click is the second of two, in milliseconds. */
const SECOND = 400;

export class Mischief {
  #switches;
  #clicks = 0;
  /** When a click was last listened to. */
  #taken = -Infinity;
  /** The cell that the pointer is over, and since when. */
  #over = { cell: null, since: 0 };
  /** The cell that was clicked last, and when. */
  #last = { cell: null, at: 0 };
  /** When a click in a cell was last listened to. */
  #taps = new Map();
  #toast = null;

  constructor(switches) {
    this.#switches = switches;
    const { dataset, style } = document.documentElement;
    if (switches.hover > 0) {
      dataset.hover = "slow";
      style.setProperty("--fade", `${switches.hover}ms`);
    }
    if (switches.isAnimated) dataset.animated = "";
    if (switches.pop > 0) {
      dataset.pop = "";
      style.setProperty("--pop", `${switches.pop}ms`);
    }
    if (switches.wave > 0) {
      dataset.wave = "";
      style.setProperty("--wave", `${switches.wave}ms`);
    }
    if (switches.veil > 0) {
      const veil = lay("veil", "Get ready");
      setTimeout(() => veil.remove(), switches.veil);
    }
    if (switches.hasBanner) lay("banner", "We value your privacy. May we set cookies?");
  }

  /** The pointer is over a cell, or over none. */
  hovered(cell) {
    if (cell !== this.#over.cell) this.#over = { cell, since: performance.now() };
  }

  /** Whether the click that comes now is the second of two in this cell. */
  isSecond(cell) {
    const at = performance.now();
    const isSecond = cell === this.#last.cell && at - this.#last.at < SECOND;
    this.#last = { cell: isSecond ? null : cell, at };
    return isSecond;
  }

  /** Whether a click in this cell comes so soon after the last one there that it is a slip. */
  isSlip(cell) {
    const now = performance.now();
    const isSlip = now - (this.#taps.get(cell) ?? -Infinity) < this.#switches.slip;
    if (!isSlip) this.#taps.set(cell, now);
    return isSlip;
  }

  /** Plays a move: now, or some time later. */
  later(play) {
    if (this.#switches.late > 0) setTimeout(play, this.#switches.late);
    else play();
  }

  /** Whether the click that comes now gets lost. */
  loses() {
    const now = performance.now();
    if (now - this.#taken < this.#switches.busy) return true;
    this.#taken = now;
    if (now < this.#switches.deaf) return true;
    if (this.#switches.enter > 0 && now - this.#over.since < this.#switches.enter) return true;
    return this.#switches.lost > 0 && this.#switches.luck() < this.#switches.lost;
  }

  /** A cell was clicked, the second time soon if `isSecond`, and what that does was drawn. */
  clicked(view, cell, isSecond) {
    const { block, shift, glide, hasBubble, themeAfter } = this.#switches;
    this.#clicks += 1;
    const { hasHighlight, hasRing, redraw, toast, selects } = this.#switches;
    if (selects) view.select(isSecond ? cell : null);
    if (hasHighlight || hasRing) view.highlight(cell, hasHighlight);
    if (redraw > 0) view.hideFor(redraw);
    if (toast > 0) {
      clearTimeout(this.#toast?.timer);
      this.#toast?.element.remove();
      const element = lay("toast", "Saved");
      this.#toast = { element, timer: setTimeout(() => element.remove(), toast) };
    }
    if (this.#clicks === 1) {
      const [right, down] = shift;
      document.body.style.transition = `padding ${glide}ms`;
      document.body.style.paddingLeft = `${2 * right}px`;
      document.body.style.paddingTop = `${down}px`;
      if (hasBubble) showBubble();
      document.documentElement.toggleAttribute("data-shrunk", this.#switches.shrinks);
      if (this.#switches.hasModal) lay("modal", "Sign in to keep your score");
    }
    if (this.#clicks === themeAfter) document.getElementById("theme").click();
    if (block > 0 && this.#clicks % 3 === 1) {
      const end = performance.now() + block;
      while (performance.now() < end);
    }
  }

  /** The game was won: `next` opens another one. */
  won(next) {
    const { win } = this.#switches;
    if (win === "next") next();
    else if (win) document.documentElement.dataset.win = win;
  }

  /** Another game begins. */
  begin() {
    this.#clicks = 0;
    delete document.documentElement.dataset.win;
    delete document.documentElement.dataset.shrunk;
    document.body.style.removeProperty("transition");
    document.body.style.removeProperty("padding-left");
    document.body.style.removeProperty("padding-top");
  }
}

/** Lays something with a text over the page. */
function lay(className, text) {
  const element = document.createElement("aside");
  element.className = className;
  element.textContent = text;
  (document.getElementById("board").parentElement ?? document.body).append(element);
  return element;
}

function showBubble() {
  const bubble = document.createElement("aside");
  bubble.className = "bubble";
  bubble.textContent = "Translate this page? It seems to be in another language than yours.";
  document.body.append(bubble);
  const hide = () => bubble.remove();
  setTimeout(() => addEventListener("pointerdown", hide, { once: true, capture: true }), 300);
  setTimeout(hide, BUBBLE_STAYS);
}
