// The row of class labels under the drawing: buttons that become a field, and that are dragged along the axis.
import { clamp } from "./shares.js";
import { rulerOf } from "./nodes.js";
import { shownLabel } from "./picture.js";
import { isMovable, placesOf, withPlace } from "./places.js";
/** @import { Editor } from "./editor.js" */
/** @import { Frame } from "./frame.js" */
/** @import { Gesture } from "./history.js" */
/** @import { Limits, State } from "./picture.js" */

const SLACK = 4; // px that a click may move
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const NUDGE = 0.1; // steps that a key moves a class

/** A class that is pressed; it has a gesture once it is moved. @typedef {{ i: number, pointer: number, x: number, place: number, gesture: Gesture | null }} Drag */

export class Labels {
  /** @param {HTMLElement} box @param {Editor} editor @param {Frame} frame */
  constructor(box, editor, frame) {
    this.box = box;
    this.editor = editor;
    this.frame = frame;
    this.signature = "";
    /** @type {Drag | null} */
    this.drag = null;
    /** @type {HTMLInputElement | null} */
    this.field = null;
  }

  /** @param {State} state @param {Limits} limits @param {boolean} fixed where nobody can rename a class */
  render(state, limits, fixed) {
    const { width, margin, labels } = this.frame;
    const signature = JSON.stringify([state.classes, width, margin, labels, limits.longest_label, fixed]);
    if (signature !== this.signature) this.build(state, limits, fixed);
    this.signature = signature;
    this.place(state);
  }

  /** @param {State} state @param {Limits} limits @param {boolean} fixed */
  build(state, limits, fixed) {
    const { margin, labels } = this.frame;
    this.drag = null;
    const focused = [...this.box.children].findIndex((child) => child === this.editor.root.activeElement);
    if (this.field) this.field.onblur = null; // its removal is not the visitor leaving it
    this.field = null;
    Object.assign(this.box.style, { padding: `0 ${margin.right}px 0 ${margin.left}px`, height: `${labels.height}px` });
    this.box.className = `dq-labels dq-${labels.kind}`;
    const buttons = state.classes.map((label, i) => this.button(label, i, limits.longest_label, fixed));
    this.box.replaceChildren(...buttons);
    if (!fixed) buttons.forEach((button, i) => isMovable(state, i) && this.makeMovable(button, i));
    if (focused >= 0) this.focus(Math.min(focused, state.classes.length - 1));
  }

  /** The same nodes go where their classes stand: one that is dragged keeps the pointer. @param {State} state */
  place(state) {
    this.box.classList.toggle("dq-placed", Boolean(state.positions));
    for (const [i, node] of [...this.box.children].slice(0, state.classes.length).entries()) {
      if (!(node instanceof HTMLElement)) continue;
      const { even, places } = this.frame;
      const room = even * Math.min(1, ...[i - 1, i + 1].map((j) => Math.abs((places[j] ?? Infinity) - places[i])));
      const at = state.positions
        ? { left: `${this.frame.x(i) - room / 2}px`, width: `${room}px` }
        : { left: "", width: "" };
      Object.assign(node.style, at);
    }
  }

  /** @param {HTMLElement} button @param {number} i */
  makeMovable(button, i) {
    button.classList.add("dq-movable");
    button.title = button.title.replace("rename", "rename, drag or use the arrow keys to move");
    button.addEventListener("pointerdown", (event) => this.press(event, button, i));
    button.addEventListener("pointermove", (event) => this.move(event));
    button.addEventListener("pointerup", (event) => this.release(event));
    button.addEventListener("pointercancel", (event) => this.release(event));
    button.addEventListener("keydown", (event) => this.key(event, i));
  }

  /** @param {PointerEvent} event @param {HTMLElement} button @param {number} i */
  press(event, button, i) {
    if (event.button || (this.drag && !this.drag.gesture)) return;
    button.setPointerCapture(event.pointerId);
    this.drag = { i, pointer: event.pointerId, x: event.clientX, place: this.frame.places[i], gesture: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.drag || event.pointerId !== this.drag.pointer || !event.buttons) return;
    const { editor, drag } = this;
    const drawn = this.box.getBoundingClientRect().width / this.frame.width; // enlarged on stage
    const moved = event.clientX - drag.x;
    if (!drag.gesture && Math.abs(moved) < SLACK) return;
    if (!drag.gesture) {
      editor.waitToReport();
      editor.history.end();
      drag.gesture = editor.history.begin(Symbol("class"));
    }
    editor.step(withPlace(drag.gesture.from, drag.i, drag.place + moved / drawn / this.frame.even), drag.gesture);
    editor.renderSoon();
  }

  /** The click that follows a drag is no wish to rename. @param {PointerEvent} event */
  release(event) {
    if (!this.drag || event.pointerId !== this.drag.pointer) return;
    if (!this.drag.gesture) {
      this.drag = null;
      return;
    }
    setTimeout(() => (this.drag = null));
    this.editor.history.end();
    this.editor.render();
    this.editor.report();
  }

  /** @param {KeyboardEvent} event @param {number} i */
  key(event, i) {
    if ((event.key !== "ArrowLeft" && event.key !== "ArrowRight") || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // with Alt, the browser would leave the page
    event.stopPropagation();
    const { editor } = this;
    const gesture = editor.history.begin(`class ${i}`);
    const way = KEYS[event.key] * (event.shiftKey ? 5 : 1);
    const next = withPlace(gesture.from, i, (gesture.moved ?? placesOf(gesture.from)[i]) + way * NUDGE);
    gesture.moved = placesOf(next)[i]; // not beyond where it can be
    editor.step(next, gesture);
    editor.renderTyped(gesture);
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
      button.onclick = () => this.drag?.gesture || this.edit(label, i, longest);
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
      const accepted = this.editor.rename(i, input.value, () => close(refocus));
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
  const ruler = rulerOf(`${14 * scale}px sans-serif`);
  const longest = Math.max(...classes.map((label) => ruler.measureText(shownLabel(label)).width));
  const kind = longest <= step - 4 * scale ? "line" : step < 64 * scale ? "upright" : "lines";
  return { kind, height: Math.max(least, { line: 25, lines: 42, upright: 96 }[kind] * scale) };
}
