// The component. Streamlit calls the default export again at every run: a lesson that is shown stays as it is.
import { mount } from "../../../ordquant_core/browser/board/lesson.js";
import { rail } from "../../../ordquant_core/browser/board/rail.js";
/** @import { Data, Mounted } from "../../../ordquant_core/browser/board/lesson.js" */
/** @import { Entry } from "../../../ordquant_core/browser/board/rail.js" */
/** @import { Component } from "../streamlit.d.ts" */

/**
 * `of`: another lesson, or another attempt; `rail`: the lessons, none where there is no choice of one; `back`, `next`:
 * the buttons below the board
 * @typedef {{ of: string, stage: boolean, cardless: boolean, rail: (Entry & { to: string })[], now: number, back: Way | null, next: Way | null }} Page
 */
/** @typedef {{ label: string, to: string }} Way */
/** @typedef {Data & Page} Sent */
/** @typedef {{ answer: number | null, done: boolean, mounted: Mounted | null }} Reached */

/** @type {WeakMap<ShadowRoot, { of: string, reached: Reached }>} */
const SHOWN = new WeakMap();

/** @param {Component<Sent>} component */
export default function (component) {
  const { data, parentElement: root } = component;
  const [rails, host] = [".cv-rails", ".cv-host"].map((name) => root.querySelector(name));
  if (!(host instanceof HTMLElement) || !rails) throw new Error("The board has no place.");
  const { of, stage, cardless, now } = data;
  let known = SHOWN.get(root);
  const isNew = known?.of !== of || !host.childElementCount;
  if (isNew) known?.reached.mounted?.destroy();
  /** @type {Reached} */
  const reached = known && !isNew
    ? known.reached
    : { answer: data.answer ?? null, done: data.done ?? false, mounted: null };
  const report = (/** @type {string | null} */ to) => {
    const { answer, done } = reached;
    component.setStateValue("step", { of, answer, done, to, at: `${performance.timeOrigin} ${performance.now()}` });
  };
  rails.replaceChildren(...(data.rail.length ? [rail(data.rail, now, (at) => report(data.rail[at].to))] : []));
  if (isNew) {
    const way = (/** @type {Way | null} */ one) => one && { label: one.label, go: () => report(one.to) };
    known = { of, reached };
    SHOWN.set(root, known);
    reached.mounted = mount(host, data, {
      stage,
      cardless,
      back: way(data.back),
      next: way(data.next),
      report: (step) => {
        if (cardless) return;
        if (step.kind === "answer") reached.answer = step.answer;
        else reached.done = true;
        report(null);
      },
    });
  }
  root.host.toggleAttribute("data-drawn", true); // the page is shown: see ordquant.css
  return () => {
    SHOWN.get(root)?.reached.mounted?.destroy();
    SHOWN.delete(root);
  };
}
