// The component: what was done stays in the browser, what is shown is reported for the address and the links. Streamlit
// calls the default export again at every run: lessons that are shown stay as they are.
import { element } from "../../ordquant_core/browser/board/html.js";
import { asked } from "../../ordquant_core/browser/draw/built.js";
import { Course } from "../../ordquant_core/browser/lessons/course.js";
/** @import { Query } from "../../ordquant_core/browser/lessons/course.js" */
/** @import { Component } from "../shared/streamlit.d.ts" */

/** `opened` counts what else than the browser chose what is shown. @typedef {{ opened: number, stage: boolean, query: Query }} Sent */

/** @type {WeakMap<ShadowRoot, { opened: number, course: Course }>} */
const SHOWN = new WeakMap();

/** @param {Component<Sent>} component */
export default function (component) {
  const { data, parentElement: root } = component;
  const [rails, host] = [".cv-rails", ".cv-host"].map((name) => root.querySelector(name));
  const text = root.querySelector(".cv-data")?.textContent;
  if (!(host instanceof HTMLElement) || !(rails instanceof HTMLElement) || !text) {
    throw new Error("The lessons have no place.");
  }
  const known = SHOWN.get(root);
  if (known?.opened !== data.opened || !host.childElementCount) {
    known?.course.destroy();
    const { opened, stage, query } = data;
    const course = new Course(rails, host, JSON.parse(text), {
      stage,
      write: (said) => {
        const at = `${performance.timeOrigin} ${performance.now()}`; // the same said twice is two messages
        component.setStateValue("step", { ...said, opened, at });
      },
      compare: ({ gold, a, b }, switches) => {
        const sides = Object.entries({ classes: gold.map((_, i) => i + 1), gold, a, b });
        const picture = Object.fromEntries(sides.map(([name, values]) => [name, values.join(",")]));
        const of = new URLSearchParams({ ...picture, ...(switches ? asked(switches) : {}) });
        return element("a", { class: "cv-link", href: `compare?${of}`, target: "_blank" }, "Open in Compare");
      },
    });
    SHOWN.set(root, { opened, course });
    course.show(query);
  }
  root.host.toggleAttribute("data-drawn", true); // the page is shown: see ordquant.css
  return () => {
    SHOWN.get(root)?.course.destroy();
    SHOWN.delete(root);
  };
}
