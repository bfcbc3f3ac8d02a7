// Reports what is chosen in the lists of a finding, which stands outside this component (st.html reports nothing).
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ place: string }} Data */
/** @typedef {{ role: string, number: number, seq: number }} Picked */

/** @type {Map<string, (picked: Picked) => void>} By the id of the finding: how the latest call reports. */
const REPORTS = new Map();
const KEPT = 5000; // milliseconds in which the focus is given back to a list that was drawn anew
let seq = 0;

document.addEventListener("change", ({ target }) => {
  const place = target instanceof HTMLSelectElement ? target.closest("[id]:has(.oq-choice)")?.id : undefined;
  const report = place && REPORTS.get(place);
  if (!report || !(target instanceof HTMLSelectElement)) return;
  const { role = "" } = target.dataset;
  report({ role, number: Number(target.value), seq: ++seq });
  const drawn = target.querySelector("option[selected]"); // until the sentence says it, the list shows what that says
  if (drawn instanceof HTMLOptionElement) drawn.selected = true;
  const observer = new MutationObserver(() => {
    const list = document.querySelector(`#${place} select[data-role="${CSS.escape(role)}"]`);
    if (target.isConnected || !(list instanceof HTMLElement) || document.activeElement !== document.body) return;
    list.focus({ preventScroll: true });
    observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), KEPT);
});

/** @param {Component<Data>} component */
export default function ({ data, parentElement, setStateValue }) {
  REPORTS.set(data.place, (picked) => setStateValue("picked", picked));
  const mark = parentElement.querySelector("span");
  if (mark) mark.dataset.listening = data.place; // tests wait for it
}
