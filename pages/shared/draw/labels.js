// The row of class labels under the drawing: buttons that become a field.
import { clamp } from "./shares.js";
import { penOf } from "./nodes.js";
/** @import { Canvas } from "./canvas.js" */
/** @import { Limits, State } from "./picture.js" */

/** Takes a new name, closing the field first, or shows why it cannot. @typedef {(i: number, text: string, close: () => void) => boolean} Rename */

export class Labels {
  /** @param {HTMLElement} box @param {ShadowRoot} root @param {Canvas} canvas @param {Rename} rename */
  constructor(box, root, canvas, rename) {
    this.box = box;
    this.root = root;
    this.canvas = canvas;
    this.rename = rename;
    this.sign = "";
    /** @type {HTMLInputElement | null} */
    this.field = null;
  }

  /** @param {State} state @param {Limits} limits */
  render(state, limits) {
    const { width, margin, step } = this.canvas;
    const sign = JSON.stringify([state.classes, width, margin.left, limits.longest_label]);
    if (sign === this.sign) return;
    this.sign = sign;
    const focused = [...this.box.children].findIndex((child) => child === this.root.activeElement);
    if (this.field) this.field.onblur = null; // its removal is not the visitor leaving it
    this.field = null;
    this.box.style.padding = `0 ${margin.right}px 0 ${margin.left}px`;
    this.box.classList.toggle("dq-upright", tooLong(state.classes, step));
    this.box.replaceChildren(...state.classes.map((label, i) => this.button(label, i, limits.longest_label)));
    if (focused >= 0) this.focus(Math.min(focused, state.classes.length - 1));
  }

  /** @param {string} label @param {number} i @param {number} longest */
  button(label, i, longest) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = `${label} (click to rename)`;
    button.setAttribute("aria-label", `Rename class ${label}`);
    const text = document.createElement("span");
    text.textContent = label; // never as HTML: labels come from links and files
    button.append(text);
    button.onclick = () => this.edit(label, i, longest);
    return button;
  }

  /** @param {string} label @param {number} i @param {number} longest */
  edit(label, i, longest) {
    const input = document.createElement("input");
    this.field = input;
    input.value = label;
    input.maxLength = longest;
    input.setAttribute("aria-label", `New name of class ${label}`);
    const width = Math.min(190, this.canvas.width);
    input.style.width = `${width}px`;
    input.style.left = `${clamp(this.canvas.x(i) - width / 2, 0, this.canvas.width - width)}px`;
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
    this.box.querySelectorAll("button")[i].focus({ preventScroll: true });
  }
}

/**
 * Labels stand upright where the columns are too narrow for them.
 * @param {string[]} classes
 * @param {number} step
 */
function tooLong(classes, step) {
  const ruler = penOf();
  ruler.font = "13px sans-serif";
  const longest = Math.max(...classes.map((label) => ruler.measureText(label).width));
  return step < 64 && longest > step - 4;
}
