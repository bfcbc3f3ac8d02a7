// st.slider reports its value to Python when it is let go. This also reports it while it is dragged, a few times a
// second: the value, and the one the drag started from. One set of listeners outlives every re-run.
/** @import { Component } from "../../shared/streamlit.d.ts" */

/** @typedef {{ slider: string }} Data */
/** @typedef {{ value: number, from: number, seq: number }} Moved */
/**
 * @typedef {object} Instance
 * @property {((moved: Moved) => void) | null} report
 * @property {number | null} from where the drag started
 * @property {number | null} last what was reported
 * @property {number} timer
 */

const WAIT = 120; // ms between two messages
const CAPTURE = true; // the slider keeps its pointer events from bubbling up
/** @type {Map<string, Instance>} */
const INSTANCES = new Map();

/** @param {string} key */
function listen(key) {
  /** @type {Instance} */
  const instance = { report: null, from: null, last: null, timer: 0 };
  const value = () => {
    const handle = document.querySelector(`.st-key-${key} input[type=range]`);
    return handle instanceof HTMLInputElement ? Number(handle.value) : null;
  };
  const report = () => {
    const { from } = instance;
    // Again and again while it is held: a busy browser moves the slider some time after the pointer.
    instance.timer = from === null ? 0 : setTimeout(report, WAIT);
    const now = value();
    if (from === null || now === null || now === instance.last || !instance.report) return;
    instance.last = now;
    instance.report({ value: now, from, seq: Date.now() });
  };
  document.addEventListener("pointerdown", ({ target }) => {
    instance.from = target instanceof Element && target.closest(`.st-key-${key}`) ? value() : null;
    instance.last = instance.from;
  }, CAPTURE);
  document.addEventListener("pointermove", () => {
    if (instance.from !== null && !instance.timer) instance.timer = setTimeout(report, WAIT);
  }, CAPTURE);
  const end = () => {
    if (instance.from === null) return;
    clearTimeout(instance.timer);
    report(); // back where it started, the slider itself reports nothing
    clearTimeout(instance.timer);
    instance.timer = 0;
    instance.from = null;
  };
  document.addEventListener("pointerup", end, CAPTURE);
  document.addEventListener("pointercancel", end, CAPTURE);
  INSTANCES.set(key, instance);
  return instance;
}

/** @param {Component<Data>} component */
export default function ({ data, setStateValue }) {
  const instance = INSTANCES.get(data.slider) ?? listen(data.slider);
  /** @param {Moved} moved */
  const report = (moved) => setStateValue("moved", moved); // a new one each time, so that each differs from the last
  instance.report = report;
  return () => {
    if (instance.report === report) instance.report = null; // a re-run may bring the next invocation before it ends this one
  };
}
