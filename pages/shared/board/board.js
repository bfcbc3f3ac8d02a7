// The component. Streamlit calls the default export again at every run: a board that is shown stays as it is.
import { BoardView } from "../../../ordquant_core/browser/board/board_view.js";
import { explainWords } from "../../../ordquant_core/browser/board/explaining.js";
import { element } from "../../../ordquant_core/browser/board/html.js";
import { stepOf } from "../../../ordquant_core/browser/board/step.js";
/** @import { Lessons, Step } from "../../../ordquant_core/browser/board/step.d.ts" */
/** @import { Component } from "../streamlit.d.ts" */

/** `of`: another picture, or another measure. @typedef {{ of: string, step: Step, words: Lessons }} Sent */

/** @type {WeakMap<ShadowRoot, { of: string, view: BoardView }>} */
const SHOWN = new WeakMap();

/** @param {Component<Sent>} component */
export default function (component) {
  const { data: { of, step, words }, parentElement: root } = component;
  const host = root.querySelector(".cv-host");
  if (!(host instanceof HTMLElement)) throw new Error("The board has no place.");
  const known = SHOWN.get(root);
  if (known?.of !== of || !host.childElementCount) {
    known?.view.destroy();
    const view = new BoardView(stepOf(step, words), { moved: () => {}, dropped: () => {} }, { player: true });
    const box = element("div", { class: "cv cv-cardless" }, view.box);
    box.append(explainWords(box, words));
    host.replaceChildren(box);
    view.unlock();
    SHOWN.set(root, { of, view });
  }
  root.host.toggleAttribute("data-drawn", true); // the page is shown: see ordquant.css
  return () => {
    SHOWN.get(root)?.view.destroy();
    SHOWN.delete(root);
  };
}
