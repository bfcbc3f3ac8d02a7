// Makes the rows of an HTML table outside this component (st.html reports no clicks) choosable. A row that can be
// chosen holds a button in its first cell, or the choice is a button itself: the browser turns Enter and Space on it into
// a click. All of a table is one tab stop; arrows, Home and End move in it. One set of listeners on the document outlives every re-run; it calls the closure of the latest invocation.
import { onPhone, show } from "./into_view.js";
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ table: string, opens: string, onPhone?: string }} Data */
/** @typedef {{ choice: string, shift: boolean, seq: number }} Picked */
/**
 * @typedef {object} Instance
 * @property {number} seq
 * @property {((picked: Picked) => void) | null} report
 * @property {Picked | null} waiting
 * @property {string} opens
 * @property {boolean} up What it opens is brought to the top.
 */

/** @type {Map<string, Instance>} */
const INSTANCES = new Map();

/** @param {string} id */
function listen(id) {
  /** @type {Instance} */
  const instance = { seq: 0, report: null, waiting: null, opens: "", up: false };

  /** @type {(node: EventTarget | null) => HTMLElement | null} A link in a row is followed: it chooses nothing. */
  const rowAt = (node) => node instanceof Element && !node.closest("a") ? node.closest(`#${id} [data-choice]`) : null;

  /** @type {(row: HTMLElement, shift: boolean) => void} */
  const pick = (row, shift) => {
    instance.seq += 1;
    if (instance.opens) setTimeout(() => show(instance.opens, instance.up), 250); // when the re-run has drawn it
    instance.waiting = { choice: row.dataset.choice ?? "", shift, seq: instance.seq };
    deliver(instance);
  };

  document.addEventListener("click", (event) => {
    const row = rowAt(event.target);
    if (!row) return;
    event.preventDefault();
    pick(row, event.shiftKey);
  });

  // A re-run that replaces the table under a pressed button leaves the browser without an element to report a click.
  /** @type {HTMLElement | null} */
  let pressed = null;
  document.addEventListener("pointerdown", (event) => {
    pressed = event.button === 0 ? rowAt(event.target) : null;
  });
  document.addEventListener("pointerup", (event) => {
    const row = rowAt(document.elementFromPoint(event.clientX, event.clientY));
    if (row && pressed && !pressed.isConnected && row.dataset.choice === pressed.dataset.choice) {
      pick(row, event.shiftKey);
    }
    pressed = null;
  });

  keepFocus(id, rowAt);
  oneStop(id);
  INSTANCES.set(id, instance);
  return instance;
}

/**
 * A choice made while a re-run exchanges the component waits for the next one.
 * @param {Instance} instance
 */
function deliver(instance) {
  if (!instance.report || !instance.waiting) return;
  instance.report(instance.waiting);
  instance.waiting = null;
}

/**
 * A re-run replaces the table, and with it what had the focus: the same choice gets it back.
 * @param {string} id
 * @param {(node: EventTarget | null) => HTMLElement | null} rowAt
 */
function keepFocus(id, rowAt) {
  /** @type {{ control: HTMLElement, choice: string } | null} */
  let held = null;
  const observer = new MutationObserver(() => {
    if (!held || held.control.isConnected || document.activeElement !== document.body) return;
    const row = document.querySelector(`#${id} [data-choice="${CSS.escape(held.choice)}"]`);
    const control = row?.querySelector(".oq-choose") ?? row;
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", ({ target }) => {
    const row = rowAt(target);
    held = row && target instanceof HTMLElement ? { control: target, choice: row.dataset.choice ?? "" } : null;
    if (held) observer.observe(document.body, { childList: true, subtree: true });
    else observer.disconnect();
  });
  // A control that is still there when the event is over was left by the visitor, not removed by a re-run.
  document.addEventListener("focusout", ({ target }) => {
    queueMicrotask(() => {
      if (held?.control === target && held?.control.isConnected && document.activeElement !== target) held = null;
    });
  });
}

/**
 * The rows of a table are one tab stop: the row that last had the focus or, in a table that was redrawn meanwhile, the
 * chosen one, else the first. Screen readers find the others as before.
 * @param {string} id
 */
function oneStop(id) {
  /** @type {Element | null} */
  let table = null;
  let last = "";

  /** @type {(part: Element | Document) => HTMLElement[]} */
  const controlsIn = (part) =>
    [...part.querySelectorAll(`#${id} :is(.oq-choose, button[data-choice])`)]
      .filter((control) => control instanceof HTMLElement);
  /** @type {(control: HTMLElement) => string} */
  const choiceOf = (control) => control.closest("[data-choice]")?.getAttribute("data-choice") ?? "";

  /** @param {HTMLElement} stop */
  const stopAt = (stop) => {
    for (const control of controlsIn(document)) control.tabIndex = control === stop ? 0 : -1;
    last = choiceOf(stop);
  };
  const look = () => {
    const found = document.getElementById(id);
    if (found === table) return;
    table = found;
    const controls = controlsIn(document);
    const stop = controls.find((control) => control === document.activeElement) ??
      controls.find((control) => control.getAttribute("aria-pressed") === "true") ??
      controls.find((control) => choiceOf(control) === last) ?? controls[0];
    if (stop) stopAt(stop);
  };

  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && controlsIn(document).includes(target)) stopAt(target);
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const controls = controlsIn(document);
    if (!(target instanceof HTMLElement) || !controls.includes(target)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const inRow = controls.filter((control) => control.closest("tr") === target.closest("tr"));
    const place = inRow.indexOf(target);
    const rows = [...new Set(controls.map((control) => control.closest("tr")))];
    /** @type {(step: number) => HTMLElement | undefined} The same place in another row. */
    const below = (step) => {
      const row = rows[rows.indexOf(target.closest("tr")) + step];
      const others = controls.filter((control) => control.closest("tr") === row);
      return row ? others[Math.min(place, others.length - 1)] : undefined;
    };
    /** @type {Record<string, () => HTMLElement | null | undefined>} */
    const moves = {
      ArrowDown: () => below(1),
      ArrowUp: () => below(-1),
      ArrowRight: () => inRow[place + 1],
      ArrowLeft: () => inRow[place - 1],
      Home: () => controls[0],
      End: () => controls.at(-1),
    };
    if (!Object.hasOwn(moves, key)) return;
    event.preventDefault(); // the page does not scroll
    moves[key]()?.focus();
  });
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest('[data-testid="stSidebar"] a')) delete document.documentElement.dataset.shown; // of the page that is left
  const back = target.closest("[data-back]");
  const places = back instanceof HTMLElement ? (back.dataset.back ?? "").split("|") : [];
  const found = places.find((selector) => document.querySelector(selector));
  if (found) show(found, true);
});

/** @param {Component<Data>} component */
export default function ({ data, parentElement, setStateValue }) {
  const instance = INSTANCES.get(data.table) ?? listen(data.table);
  /** @param {Picked} picked */
  const report = (picked) => setStateValue("picked", picked); // a new one each time, so that each differs from the last
  instance.report = report;
  instance.up = onPhone() && Boolean(data.onPhone);
  instance.opens = (instance.up && data.onPhone) || data.opens;
  const mark = parentElement.querySelector("span");
  if (mark) mark.dataset.listening = data.table; // tests wait for it
  deliver(instance);
  return () => {
    if (instance.report === report) instance.report = null; // a re-run may bring the next invocation before it ends this one
  };
}
