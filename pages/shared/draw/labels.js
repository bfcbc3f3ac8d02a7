// The row of class labels under the drawing: buttons that become a field.
import { clamp } from "./shares.js";
import { penOf } from "./nodes.js";
import { shownLabel } from "./picture.js";
/** @import { Frame } from "./frame.js" */
/** @import { Limits, State } from "./picture.js" */

/** Takes a new name, closing the field first, or shows why it cannot. @typedef {(i: number, text: string, close: () => void) => boolean} Rename */

export class Labels {
  /** @param {HTMLElement} box @param {ShadowRoot} root @param {Frame} frame @param {Rename} rename */
  constructor(box, root, frame, rename) {
    this.box = box;
    this.root = root;
    this.frame = frame;
    this.rename = rename;
    this.sign = "";
    /** @type {HTMLInputElement | null} */
    this.field = null;
  }

  /** @param {State} state @param {Limits} limits @param {boolean} fixed where nobody can rename a class */
  render(state, limits, fixed) {
    const { width, margin, labels } = this.frame;
    const sign = JSON.stringify([state.classes, width, margin, labels, limits.longest_label, fixed]);
    if (sign === this.sign) return;
    this.sign = sign;
    const focused = [...this.box.children].findIndex((child) => child === this.root.activeElement);
    if (this.field) this.field.onblur = null; // its removal is not the visitor leaving it
    this.field = null;
    Object.assign(this.box.style, { padding: `0 ${margin.right}px 0 ${margin.left}px`, height: `${labels.height}px` });
    this.box.className = `dq-labels dq-${labels.kind}`;
    this.box.replaceChildren(...state.classes.map((label, i) => this.button(label, i, limits.longest_label, fixed)));
    if (focused >= 0) this.focus(Math.min(focused, state.classes.length - 1));
  }

  /** @param {string} label @param {number} i @param {number} longest @param {boolean} fixed */
  button(label, i, longest, fixed) {
    const text = document.createElement("span");
    text.textContent = shownLabel(label); // never as HTML: labels come from links and files
    const button = document.createElement(fixed ? "div" : "button");
    button.title = fixed ? label : `${label} (click to rename)`;
    button.append(text);
    if (button instanceof HTMLButtonElement) {
      button.type = "button";
      button.setAttribute("aria-label", `Rename class ${label}`);
      button.onclick = () => this.edit(label, i, longest);
    }
    return button;
  }

  /** @param {string} label @param {number} i @param {number} longest */
  edit(label, i, longest) {
    const input = document.createElement("input");
    this.field = input;
    input.value = label;
    input.maxLength = longest;
    input.setAttribute("aria-label", `New name of class ${label}`);
    const width = Math.min(190 * this.frame.scale, this.frame.width);
    input.style.width = `${width}px`;
    input.style.left = `${clamp(this.frame.x(i) - width / 2, 0, this.frame.width - width)}px`;
    this.box.append(input);
    input.select();
    let open = true;
    /** @param {boolean} refocus */
    const close = (refocus) => {
      open = false;
      input.remove();
      if (refocus) this.focus(i);
    };
    /** @param {boolean} refocus */
    const commit = (refocus) => {
      if (!open) return;
      const accepted = this.rename(i, input.value, () => close(refocus));
      input.setAttribute("aria-invalid", String(!accepted));
      if (!accepted && !refocus) close(false);
    };
    input.onblur = () => commit(false);
    input.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === "Escape") event.preventDefault(); // else Enter clicks what gets the focus
      if (event.key === "Enter") commit(true);
      if (event.key === "Escape") close(true);
    };
    input.focus({ preventScroll: true });
  }

  /** @param {number} i */
  focus(i) {
    this.box.querySelectorAll("button").item(i)?.focus({ preventScroll: true });
  }
}

/** How labels stand, and the height of their row in px. @typedef {{ kind: "line" | "lines" | "upright", height: number }} Arrangement */

/**
 * Labels stand in one line, in two where one of them needs it, upright where the columns are too narrow for that.
 * @param {string[]} classes
 * @param {number} step px from a class to the next
 * @param {number} scale
 * @param {number} least px
 * @returns {Arrangement}
 */
export function arrange(classes, step, scale, least) {
  const ruler = penOf();
  ruler.font = `${14 * scale}px sans-serif`;
  const longest = Math.max(...classes.map((label) => ruler.measureText(shownLabel(label)).width));
  const kind = longest <= step - 4 * scale ? "line" : step < 64 * scale ? "upright" : "lines";
  return { kind, height: Math.max(least, { line: 25, lines: 42, upright: 96 }[kind] * scale) };
}
