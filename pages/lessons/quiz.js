// The component: what is answered is kept in the browser, and reported for the link. Streamlit calls the default export
// again at every run: a quiz that is shown stays as it is.
import { element } from "../../ordquant_core/browser/board/html.js";
import { mountQuiz } from "../../ordquant_core/browser/quiz/quiz.js";
/** @import { Mounted, Now } from "../../ordquant_core/browser/quiz/quiz.js" */
/** @import { Data, Item } from "../../ordquant_core/browser/quiz/quiz.d.ts" */
/** @import { Component } from "../shared/streamlit.d.ts" */

/** `quiz` is null where it arrived before. @typedef {Data & { stage: boolean } | { quiz: null }} Sent */

/** What Python is told. @typedef {Now & { to?: string } | { lost: true }} Step */

/** @type {WeakMap<ShadowRoot, Mounted>} */
const MOUNTED = new WeakMap();

/** @param {Component<Sent>} component */
export default function (component) {
  const { data, parentElement: root } = component;
  const host = root.querySelector(".qz-host");
  const template = root.querySelector("template");
  if (!(host instanceof HTMLElement) || !template) throw new Error("The quiz has no place.");
  const report = (/** @type {Step} */ step) =>
    component.setStateValue("step", { ...step, at: `${performance.timeOrigin} ${performance.now()}` });
  const known = host.childElementCount ? MOUNTED.get(root) : undefined;
  if (!data.quiz) {
    if (!known) report({ lost: true });
  } else if (known?.awaits()) known.take(data.quiz);
  else if (!known || !isShown(known, data, host)) {
    MOUNTED.get(root)?.destroy();
    host.dataset.stage = String(data.stage);
    const view = mountQuiz(host, data, {
      stage: data.stage,
      draw: () => template.content.cloneNode(true),
      choose: (level, seed) => report({ level, seed, sitting: "" }),
      report: () => report(view.now()),
      lesson: (key) => report({ ...view.now(), to: key }),
      compare: (item) => element("a", { href: `compare?${queryOf(item)}`, target: "_blank" }, "Open in Compare"),
    });
    MOUNTED.set(root, view);
  }
  root.host.toggleAttribute("data-drawn", true); // the page is shown: see ordquant.css
  return () => {
    MOUNTED.get(root)?.destroy();
    MOUNTED.delete(root);
  };
}

/** @param {Mounted} known @param {Data & { stage: boolean }} data @param {HTMLElement} host */
function isShown(known, data, host) {
  const { level, seed } = known.now();
  return level === data.quiz.level && seed === data.quiz.seed && host.dataset.stage === String(data.stage);
}

/** @param {Item} item */
const queryOf = ({ classes, gold, a, b }) =>
  new URLSearchParams(Object.entries({ classes, gold, a, b }).map(([name, values]) => [name, values.join(",")]));
