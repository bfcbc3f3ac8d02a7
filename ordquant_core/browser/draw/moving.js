// Class labels in the hands of the visitor: renamed, and moved along the axis with the pointer or the keys.
import { placesOf, withPlace } from "./places.js";
/** @import { Editor } from "./editor.js" */
/** @import { Gesture } from "./history.js" */

const NUDGE = 0.1; // steps that a key moves a class

export class ClassLabelHand {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {Gesture | null} */
    this.gesture = null;
  }

  /** @param {number} i @param {string} text @param {() => void} close */
  rename(i, text, close) {
    return this.editor.rename(i, text, close);
  }

  beginMoving() {
    this.editor.reporter.stop();
    this.editor.history.end();
    this.gesture = this.editor.history.begin(Symbol("class"));
  }

  /** @param {number} i @param {number} place */
  drag(i, place) {
    if (!this.gesture) return;
    this.editor.step(withPlace(this.gesture.from, i, place), this.gesture);
    this.editor.renderSoon();
  }

  endMoving() {
    this.gesture = null;
    this.editor.history.end();
    this.editor.render();
    this.editor.report();
  }

  /** @param {number} i @param {number} way */
  nudge(i, way) {
    const gesture = this.editor.history.begin(`class ${i}`);
    gesture.moved = (gesture.moved ?? placesOf(gesture.from)[i]) + way * NUDGE;
    const next = withPlace(gesture.from, i, gesture.moved);
    gesture.moved = placesOf(next)[i]; // not beyond where it can be
    this.editor.step(next, gesture);
    gesture.typing = true;
    this.editor.render();
    this.editor.reportSoon(gesture);
  }
}
