// The component. Streamlit calls the default export again at every change of `data` or theme while the DOM stays: an
// editor is kept per mount.
import { Editor } from "../../../ordquant_core/browser/draw/editor.js";
/** @import { Data } from "../../../ordquant_core/browser/draw/editor.js" */
/** @import { Component } from "../streamlit.d.ts" */

/** @type {WeakMap<ShadowRoot, Editor>} */
const EDITORS = new WeakMap();

/** @param {Component<Data>} component */
export default function (component) {
  const root = component.parentElement;
  const known = EDITORS.get(root);
  const editor = known?.box.isConnected ? known : new Editor(root, component.data);
  if (known !== editor) known?.destroy();
  EDITORS.set(root, editor);
  editor.update(component);
  root.host.toggleAttribute("data-drawn", true); // the page is shown: see ordquant.css
  return () => {
    editor.destroy();
    EDITORS.delete(root);
  };
}
