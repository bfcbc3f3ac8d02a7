// Where everything of the drawing is, in px: made from the width and the type size that the style sheet gives.
import { clamp } from "./shares.js";
import { axisFor, topOf } from "./picture.js";
import { arrange } from "./labels.js";
import { placesOf } from "./places.js";
/** @import { Arrangement } from "./labels.js" */
/** @import { Side, State } from "./picture.js" */

const TYPE = 14; // px, the type size for which the other numbers are meant
const FINGER = 44; // px, the least height of what a finger has to hit
const BEYOND = 80; // px above the axis in which a drag reaches all votes
const SLIMMEST = 0.45; // of a step: as narrow do bars get where classes are close
const STACKED = { mouse: 460, finger: 640 }; // px, the widths below which rows of controls become two

/** What is under way while the bars change. @typedef {"" | "drag" | "keys"} GestureKind */

export class Frame {
  /** @param {HTMLElement} box of the component @param {HTMLElement} stage of the drawing and its labels */
  constructor(box, stage) {
    this.box = box;
    this.stage = stage;
    this.coarse = matchMedia("(pointer: coarse)");
    this.scale = 1;
    this.width = 0;
    this.height = 0; // of the drawing, without the labels
    this.margin = { top: 0, right: 0, bottom: 0, left: 0 };
    this.inner = { width: 0, height: 0 };
    this.votes = true;
    this.whole = 1; // all votes, or 1
    this.top = 0; // where the axis ends
    this.even = 0; // from a class to the next, where all are a step apart
    /** @type {number[]} */
    this.places = []; // of the classes, in such steps
    this.step = 0; // the room of a class: less where some are closer
    /** @type {Arrangement} */
    this.labels = { kind: "line", height: 0 };
    this.signature = ""; // what the arrangement of the labels was made for
  }

  /**
   * The axis ends above the largest bar. Under a drag it stays as it is (bars that grow beyond it end at its edge,
   * their numbers are right), under a burst of keys it only grows.
   * @param {State} state
   * @param {GestureKind} gestureKind
   */
  measure(state, gestureKind) {
    this.scale = (parseFloat(getComputedStyle(this.box).fontSize) || TYPE) / TYPE;
    const width = this.stage.clientWidth || 480;
    const stacked = width < (this.coarse.matches ? STACKED.finger : STACKED.mouse) * this.scale;
    this.box.classList.toggle("dq-stacked", stacked);
    this.box.classList.toggle("dq-touch", stacked || this.coarse.matches);
    const [top, right, bottom, left] = [26, 4, 10, width < STACKED.mouse ? 32 : 38].map((px) => px * this.scale);
    this.margin = { top, right, bottom, left };
    this.width = width;
    this.even = (width - left - right) / state.classes.length;
    this.places = placesOf(state);
    const closest = Math.min(...this.places.slice(1).map((place, i) => place - this.places[i]));
    this.step = this.even * clamp(closest, SLIMMEST, 1);
    this.labels = this.arranged(state.classes);
    this.height = Math.max(FINGER, this.stage.clientHeight - this.labels.height);
    this.inner = { width: width - left - right, height: Math.max(0, this.height - top - bottom) };
    this.votes = state.mode === "votes";
    this.whole = topOf(state);
    if (gestureKind !== "drag" || !this.top) this.top = Math.max(axisFor(state), gestureKind ? this.top : 0);
  }

  /** @param {string[]} classes */
  arranged(classes) {
    const touch = this.box.classList.contains("dq-touch");
    const signature = JSON.stringify([classes, this.even, this.scale, touch]);
    if (signature === this.signature) return this.labels;
    this.signature = signature;
    return arrange(classes, this.even, this.scale, touch ? FINGER : 0);
  }

  /** @param {number} i */
  x(i) {
    return this.xAt(this.places[i]);
  }

  /** @param {number} place in steps from the first class */
  xAt(place) {
    return this.margin.left + this.even * (place + 0.5);
  }

  /** What belongs to a class on the axis: as far as halfway to its neighbours. @param {number} i */
  column(i) {
    const half = this.even / 2;
    const x = i ? (this.x(i - 1) + this.x(i)) / 2 : this.x(0) - half;
    const end = i < this.places.length - 1 ? (this.x(i) + this.x(i + 1)) / 2 : this.x(i) + half;
    return { x, width: end - x };
  }

  /** @param {number} value */
  y(value) {
    return this.margin.top + this.inner.height * Math.max(0, 1 - value / this.top);
  }

  /**
   * The dots of A and B stand at the corners of their outlines, and never on each other.
   * @param {Side} side
   * @param {number} i
   */
  dotX(side, i) {
    const aside = Math.min(this.step * 0.34, (this.step - 2 * this.radius) / 2);
    return this.x(i) + (side === "a" ? -aside : side === "b" ? aside : 0);
  }

  /** Whether columns are too narrow for what stands in them elsewhere. */
  get narrow() {
    return this.step < 44 * this.scale;
  }

  /** Of a dot, which holds a letter of at least 12 px. */
  get radius() {
    return (this.narrow ? 7 : 9) * this.scale;
  }

  /** The least height of what has to be hit. */
  get target() {
    return Math.max(FINGER, 32 * this.scale);
  }

  /**
   * The value at the height of a pointer; above the axis it grows faster, up to all votes.
   * @param {PointerEvent} event
   * @param {DOMRect} area
   */
  valueAt(event, area) {
    const y = ((event.clientY - area.top) / area.height) * this.height;
    const above = Math.max(0, this.margin.top - y);
    const faster = Math.max(0, (this.whole - this.top) / BEYOND - this.top / this.inner.height);
    return ((this.margin.top + this.inner.height - y) / this.inner.height) * this.top + above * faster;
  }

  /** Where a thing of that height begins whose middle should be at `y`. @param {number} y @param {number} height */
  within(y, height) {
    return clamp(y - height / 2, 0, this.height - height);
  }
}
