// Tells the server how the game stands, so that tests can look at it from outside.

/** Reports what `state()` gives, always the newest, one report at a time and in order. */
export class Reporter {
  #state;
  #sequence = 0;
  #isDue = false;
  #isSending = false;

  constructor(state) {
    this.#state = state;
    // What is still unsent when the page goes away goes with the beacon, which outlives the page.
    addEventListener("pagehide", () => {
      if (this.#isDue) navigator.sendBeacon("/state", this.#body());
    });
  }

  /** The state has changed. */
  async changed() {
    this.#isDue = true;
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#isDue) {
      const body = this.#body();
      this.#isDue = false;
      // The game goes on without its server: a report that fails is superseded by the next one.
      await fetch("/state", { method: "POST", body, keepalive: true }).catch(() => {});
    }
    this.#isSending = false;
  }

  #body() {
    this.#sequence += 1;
    const load = Math.round(performance.timeOrigin);
    const report = { load, sequence: this.#sequence, ...this.#state() };
    return new Blob([JSON.stringify(report)], { type: "application/json" });
  }
}
