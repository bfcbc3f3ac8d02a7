// The state, what it was before, and which steps undo takes back together.
/** @import { State } from "./picture.js" */

const REMEMBERED = 200; // steps of undo

/**
 * Steps that are one: a drag, a burst of keys. Numbers are always worked out from the bars at its start: there and
 * back again is lossless.
 * @typedef {object} Gesture
 * @property {string | symbol} key
 * @property {State} from
 * @property {number[]} bars
 * @property {number} [moved] where keys have brought the bar
 * @property {boolean} typing
 * @property {boolean} remembered
 */

export class History {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {State[]} */
    this.past = [];
    /** @type {Gesture | null} */
    this.gesture = null;
  }

  /**
   * The gesture of that key: the one under way, or a new one.
   * @param {string | symbol} key
   * @param {(state: State) => number[]} bars
   * @returns {Gesture}
   */
  begin(key, bars = () => []) {
    if (this.gesture?.key === key) return this.gesture;
    this.end();
    return this.gesture = { key, from: this.state, bars: bars(this.state), typing: false, remembered: false };
  }

  end() {
    if (this.gesture) this.endStep(this.gesture);
    this.gesture = null;
  }

  /** @param {Gesture} gesture */
  endStep(gesture) {
    if (gesture.remembered && same(this.past.at(-1), this.state)) this.past.pop(); // away and back: no step
    gesture.remembered = false;
  }

  /** @param {State} next @param {{ remembered: boolean } | null} gesture */
  step(next, gesture = null) {
    if (same(next, this.state)) return;
    if (!gesture?.remembered) this.past.push(this.state);
    if (gesture) gesture.remembered = true;
    this.past.splice(0, this.past.length - REMEMBERED);
    this.state = next;
  }

  /**
   * What comes from elsewhere can be undone, too.
   * @param {State} next
   */
  replace(next) {
    if (!same(this.state, next)) this.past.push(this.state);
    this.state = next;
  }

  /** Whether there was a step to take back. */
  back() {
    this.end();
    const before = this.past.pop();
    if (before) this.state = before;
    return Boolean(before);
  }
}

/** @param {State | undefined} one @param {State} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
