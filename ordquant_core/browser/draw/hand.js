// Bars moved by hand: with the pointer, with the keys.
import { hasModifier } from "./nodes.js";
import { clamp } from "./shares.js";
import { baseFor, topOf } from "./picture.js";
/** @import { Editor } from "./editor.js" */
/** @import { Gesture } from "./history.js" */
/** @import { State } from "./picture.js" */

const SLIDER_KEYS = new Set("ArrowUp ArrowRight ArrowDown ArrowLeft PageUp PageDown Home End".split(" "));

/** @typedef {{ i: number, gesture: Gesture, offset: number, pointer: number }} Drag */

export class Hand {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {Drag | null} */
    this.drag = null;
  }

  /**
   * Go on dragging on another picture, whose scale may differ; `before` is the picture that the drag was on.
   * @param {State} before
   * @param {boolean} fits
   */
  rescale(before, fits) {
    if (!fits) this.drag = null;
    if (!this.drag) return;
    const { state, side, history } = this.editor;
    this.drag.gesture = history.begin(Symbol("drag"), (now) => baseFor(now, side));
    this.drag.offset *= topOf(state) / topOf(before);
  }

  /** @param {PointerEvent} event @param {number} i @param {boolean} onHandle */
  press(event, i, onHandle) {
    if (event.button || this.drag || this.editor.view.locked) return;
    event.preventDefault();
    // A field that is left takes its value now: that may draw the grid again, and with it the node to capture.
    if (this.editor.root.activeElement instanceof HTMLInputElement) this.editor.root.activeElement.blur();
    this.editor.canvas.svg.setPointerCapture(event.pointerId);
    this.editor.canvas.focus(i);
    this.editor.waitToReport(); // keys just before: sent with the drag
    this.editor.history.end();
    // A key of its own: two drags are two steps of undo; key presses on one bar are one.
    const gesture = this.editor.history.begin(Symbol("drag"), (state) => baseFor(state, this.editor.side));
    // On the handle: keep the distance to the pointer (no jump). Elsewhere in the column: go to the pointer.
    const offset = onHandle ? gesture.bars[i] - this.editor.canvas.valueAt(event) : 0;
    this.drag = { i, gesture, offset, pointer: event.pointerId };
    if (!onHandle) this.move(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.drag || event.pointerId !== this.drag.pointer) return;
    if (!event.buttons) return this.release(event); // the button came up outside the window
    const { i, gesture, offset } = this.drag;
    const value = this.snapped(this.editor.canvas.valueAt(event) + offset, gesture.bars[i]);
    if (value === gesture.bars[i] && !gesture.remembered) return; // a touch without a move changes nothing
    this.editor.stepBar(this.editor.side, i, value, gesture);
    this.editor.renderSoon();
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.drag || event.pointerId !== this.drag.pointer) return;
    this.drag = null;
    this.editor.history.end();
    this.editor.render();
    this.editor.report();
  }

  /** @param {number} value @param {number} start */
  snapped(value, start) {
    const top = topOf(this.editor.state);
    if (this.editor.state.mode === "votes") return clamp(Math.round(value), 0, top);
    return Math.abs(value - start) < 0.005 ? start : clamp(Math.round(value * 100) / 100, 0, top);
  }

  /** @param {KeyboardEvent} event @param {number} i */
  key(event, i) {
    if (this.editor.view.locked || !SLIDER_KEYS.has(event.key) || hasModifier(event) || this.drag) return;
    event.preventDefault();
    event.stopPropagation();
    const { side, state, history } = this.editor;
    const gesture = history.begin(`key ${side} ${i}`, (now) => baseFor(now, side));
    const goal = goalOf(event, gesture.moved ?? gesture.bars[i], state);
    gesture.moved = this.snapped(goal, gesture.bars[i]);
    this.editor.stepBar(this.editor.side, i, gesture.moved, gesture);
    this.editor.renderTyped(gesture);
  }

  blur() {
    this.editor.history.end();
  }
}

/**
 * Where a key brings a bar that is at `now`.
 * @param {KeyboardEvent} event
 * @param {number} now
 * @param {State} state
 */
function goalOf(event, now, state) {
  const votes = state.mode === "votes";
  const top = topOf(state);
  const unit = votes ? 1 : event.shiftKey ? 0.1 : 0.01;
  const leap = votes ? Math.max(1, Math.round(top / 10)) : 0.1;
  /** @type {Record<string, number>} */
  const goals = {
    ArrowUp: now + unit,
    ArrowRight: now + unit,
    ArrowDown: now - unit,
    ArrowLeft: now - unit,
    PageUp: now + leap,
    PageDown: now - leap,
    Home: 0,
    End: top,
  };
  return goals[event.key];
}
