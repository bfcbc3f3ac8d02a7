// The component. Streamlit calls the default export again at every run: a lesson that is shown stays as it is.
import { mount } from "../../../ordquant_core/browser/board/lesson.js";
/** @import { Data, Mounted } from "../../../ordquant_core/browser/board/lesson.js" */
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {Data & { of: string, stage: boolean, cardless: boolean }} Sent `of`: another lesson, or another attempt */

/** @type {WeakMap<ShadowRoot, { of: string, mounted: Mounted }>} */
const SHOWN = new WeakMap();

/** @param {Component<Sent>} component */
export default function (component) {
  const { data, parentElement: root } = component;
  const host = root.querySelector(".cv-host");
  if (!(host instanceof HTMLElement)) throw new Error("The board has no place.");
  const known = SHOWN.get(root);
  if (known?.of !== data.of || !host.childElementCount) {
    known?.mounted.destroy();
    const { of, stage, cardless } = data;
    const report = (/** @type {unknown} */ step) => component.setStateValue("step", { of, step });
    SHOWN.set(root, { of, mounted: mount(host, data, { stage, cardless, report }) });
  }
  return () => {
    SHOWN.get(root)?.mounted.destroy();
    SHOWN.delete(root);
  };
}
