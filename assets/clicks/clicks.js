// Makes the rows of an HTML table outside this component (st.html cannot tell of clicks) choosable with mouse and
// keyboard. One listener on the document outlives every re-run; the latest invocation's closure is what it calls.
const INSTANCES = new Map();

function listen(id) {
  const instance = { seq: 0, tell: null, focus: null };
  const pick = (event) => {
    const row = event.target.closest?.(`#${id} [data-choice]`);
    if (!row || !instance.tell) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    instance.seq += 1;
    if (event.type === "keydown") keepFocus(id, row.dataset.choice);
    if (instance.opens) setTimeout(() => show(instance.opens), 250); // when the re-run has drawn it
    instance.tell("picked", { choice: row.dataset.choice, seq: instance.seq });
  };
  document.addEventListener("click", pick);
  document.addEventListener("keydown", pick);
  INSTANCES.set(id, instance);
  return instance;
}

// A re-run replaces the table, and with it the row that had the focus.
function keepFocus(id, choice) {
  const again = () => document.querySelector(`#${id} [data-choice="${CSS.escape(choice)}"]`)?.focus({ preventScroll: true });
  const table = document.getElementById(id)?.parentElement?.parentElement;
  if (!table) return;
  const observer = new MutationObserver(again);
  observer.observe(table, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), 1500);
}

// What a choice opens may lie below the fold: bring its start into view, if it is not there already.
function show(selector) {
  const opened = document.querySelector(selector);
  const top = opened?.getBoundingClientRect().top;
  if (top > window.innerHeight * 0.75 || top < 0) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    opened.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }
}

export default function ({ data, parentElement, setStateValue }) {
  const instance = INSTANCES.get(data.table) ?? listen(data.table);
  instance.tell = setStateValue;
  instance.opens = data.opens;
  parentElement.querySelector("span").dataset.listening = data.table; // tests wait for it
  return () => (instance.tell = null);
}
