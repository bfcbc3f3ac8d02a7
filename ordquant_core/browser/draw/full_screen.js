// The canvas on the whole screen, by an entry of the menu and back; Escape leaves it, too.

export class FullScreen {
  /**
   * @param {HTMLElement} box what is shown
   * @param {HTMLElement} entry
   * @param {AbortSignal} signal of its end
   * @param {(problem: string) => void} refuse
   */
  constructor(box, entry, signal, refuse) {
    this.box = box;
    this.entry = entry;
    this.refuse = refuse;
    entry.hidden = !document.fullscreenEnabled; // phones and frames may not offer it
    entry.addEventListener("click", () => this.toggle(), { signal });
    box.addEventListener("keydown", (event) => this.escape(event), { signal });
    box.addEventListener("fullscreenchange", () => this.describe(), { signal });
    this.describe();
  }

  get on() {
    return this.box.matches(":fullscreen");
  }

  describe() {
    this.entry.textContent = this.on ? "Leave full screen" : "Full screen";
  }

  toggle() {
    if (this.on) document.exitFullscreen();
    else this.box.requestFullscreen().catch(() => this.refuse("This browser did not allow the full screen."));
  }

  /**
   * Browsers with a window leave by themselves; what Escape closes within the canvas has the first claim to it.
   * @param {KeyboardEvent} event
   */
  escape(event) {
    if (event.key === "Escape" && this.on && !event.defaultPrevented) document.exitFullscreen();
  }
}
