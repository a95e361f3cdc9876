// What other sites do while they are played on: each is a switch, and off unless asked for.

/** How long the bubble stays unless the page is clicked again, in milliseconds. */
const BUBBLE_STAYS = 4000;

export class Mischief {
  #switches;
  #clicks = 0;
  /** When a click was last listened to. */
  #taken = -Infinity;

  constructor(switches) {
    this.#switches = switches;
    const { dataset, style } = document.documentElement;
    if (switches.hover > 0) {
      dataset.hover = "slow";
      style.setProperty("--fade", `${switches.hover}ms`);
    }
    if (switches.isAnimated) dataset.animated = "";
  }

  /** Whether the click that comes now gets lost. */
  loses() {
    const now = performance.now();
    if (now - this.#taken < this.#switches.busy) return true;
    this.#taken = now;
    return this.#switches.lost > 0 && this.#switches.luck() < this.#switches.lost;
  }

  /** A cell was clicked, and what that does to the board was drawn. */
  clicked(view, cell) {
    const { block, shift, hasBubble, themeAfter } = this.#switches;
    this.#clicks += 1;
    if (this.#switches.hasHighlight) view.highlight(cell);
    if (this.#clicks === 1) {
      const [right, down] = shift;
      document.body.style.paddingLeft = `${2 * right}px`;
      document.body.style.paddingTop = `${down}px`;
      if (hasBubble) showBubble();
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
    document.body.style.removeProperty("padding-left");
    document.body.style.removeProperty("padding-top");
  }
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
