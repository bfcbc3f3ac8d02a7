// The menu behind a button, drawn over everything else on the page: no frame cuts it off.
import { hasModifier } from "./nodes.js";

const EDGE = 8; // px between the menu and the edge of the window

export class Menu {
  /** @param {HTMLElement} box with the entries @param {HTMLElement} button @param {AbortSignal} signal of its end */
  constructor(box, button, signal) {
    this.box = box;
    this.button = button;
    this.signal = signal;
    this.open = new AbortController();
    this.open.abort();
    button.addEventListener("click", () => (this.shown ? this.hide() : this.show()), { signal });
    button.addEventListener("keydown", (event) => this.unfold(event), { signal });
    box.addEventListener("keydown", (event) => this.key(event), { signal });
    box.addEventListener("click", (event) => this.chosen(event), { signal });
    box.addEventListener("focusout", (event) => this.left(event), { signal });
    signal.addEventListener("abort", () => this.open.abort());
  }

  get shown() {
    return !this.open.signal.aborted;
  }

  /** The entries that are there now. @returns {HTMLElement[]} */
  get entries() {
    return [...this.box.querySelectorAll("button, input")].flatMap((entry) =>
      entry instanceof HTMLElement && entry.checkVisibility({ visibilityProperty: true }) && entry.tabIndex >= 0
        ? [entry]
        : []
    );
  }

  show(first = 0) {
    this.open = new AbortController();
    const { signal } = this.open;
    this.box.showPopover();
    this.button.setAttribute("aria-expanded", "true");
    this.place();
    this.entries.at(first)?.focus({ preventScroll: true });
    const place = () => this.place();
    addEventListener("resize", place, { signal });
    addEventListener("scroll", place, { signal, capture: true, passive: true }); // of anything around the button
    document.addEventListener("pointerdown", (event) => {
      const path = event.composedPath();
      if (!path.includes(this.box) && !path.includes(this.button)) this.hide(false);
    }, { signal, capture: true });
  }

  hide(refocus = true) {
    if (!this.shown) return;
    this.open.abort();
    if (refocus) this.button.focus({ preventScroll: true });
    this.box.hidePopover();
    this.button.setAttribute("aria-expanded", "false");
  }

  /** Under the button where there is room, else over it, else as low as the window allows. */
  place() {
    const at = this.button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const lowest = innerHeight - EDGE - height;
    const over = at.top - height - EDGE / 2;
    const top = at.bottom + EDGE / 2 <= lowest ? at.bottom + EDGE / 2 : over >= EDGE ? over : Math.max(EDGE, lowest);
    const left = Math.max(EDGE, Math.min(at.right - width, innerWidth - EDGE - width));
    Object.assign(this.box.style, { top: `${top}px`, left: `${left}px` });
  }

  /** @param {KeyboardEvent} event */
  unfold(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (!this.shown) this.show(event.key === "ArrowUp" ? -1 : 0);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (hasModifier(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation(); // the whole screen, if it is shown, stays
      return this.hide();
    }
    if (event.target instanceof HTMLInputElement && event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") return; // to the next radio button
    event.stopPropagation(); // Streamlit has keys of its own
    const next = this.next(event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** The keyboard has gone on to what is not in the menu. @param {FocusEvent} event */
  left({ relatedTarget }) {
    const within = relatedTarget instanceof Node && (this.box.contains(relatedTarget) || relatedTarget === this.button);
    if (relatedTarget && !within) this.hide(false);
  }

  /**
   * The entry that a key leads to: a letter leads to the next entry that begins with it.
   * @param {string} key
   */
  next(key) {
    const { entries } = this;
    const now = entries.findIndex((entry) => entry.matches(":focus"));
    if (key === "ArrowDown") return entries[(now + 1) % entries.length];
    if (key === "ArrowUp") return entries.at(now < 0 ? -1 : now - 1);
    if (key === "Home") return entries[0];
    if (key === "End") return entries.at(-1);
    if (!/^\p{L}$/u.test(key)) return undefined;
    const ring = [...entries.slice(now + 1), ...entries.slice(0, now + 1)];
    return ring.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
  }

  /** @param {MouseEvent} event */
  chosen(event) {
    const entry = event.target instanceof Element ? event.target.closest("button") : null;
    if (!entry?.closest(".dq-entries") || entry.getAttribute("aria-disabled") === "true") return; // steps may follow
    this.hide();
  }
}
