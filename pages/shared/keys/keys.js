// Keys press the buttons of the page. One listener on the document outlives every re-run; it follows the latest data.
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ keys: Record<string, string>, pressed: string }} Data */

/** What needs the key itself: a field all of them, a button or a link Enter and Space, what has a value the arrows. */
const OWN = {
  any: "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]",
  Enter: "button, a, summary, [role=button], [role=menuitem], [role=option]",
  Arrow: "[role=slider]:not([aria-disabled=true]), [role=radio], [role=tab], [role=menuitem], input, iframe",
};
/** @type {{ data: Data | null }} */
const NOW = { data: null };

/** @param {string} key */
const buttonOf = (key) => {
  const found = document.querySelector(`.st-key-${CSS.escape(key)} button`);
  return found instanceof HTMLButtonElement ? found : null;
};

document.addEventListener("keydown", (event) => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const wanted = NOW.data?.keys[key];
  const target = event.composedPath()[0];
  if (!wanted || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (target instanceof Element) {
    const own = key.startsWith("Arrow") ? OWN.Arrow : key === "Enter" ? OWN.Enter : "";
    if (target.closest(OWN.any) || (own && target.closest(own))) return;
  }
  const button = buttonOf(wanted);
  if (!button || button.disabled || !button.checkVisibility({ visibilityProperty: true })) return;
  event.preventDefault();
  button.click();
});

/** A re-run replaces buttons: each learns its key again, and whether it is chosen. */
function dress() {
  const data = NOW.data;
  if (!data) return;
  for (const [key, wanted] of Object.entries(data.keys)) {
    const button = buttonOf(wanted);
    button?.setAttribute("aria-keyshortcuts", key);
    if (wanted.startsWith("choose_")) button?.setAttribute("aria-pressed", String(wanted === data.pressed));
  }
}

new MutationObserver(dress).observe(document.body, { childList: true, subtree: true });

/** @param {Component<Data>} component */
export default function ({ data }) {
  NOW.data = data;
  dress();
  return () => {
    if (NOW.data === data) NOW.data = null;
  };
}
