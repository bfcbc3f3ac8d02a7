// Makes the rows of an HTML table outside this component (st.html cannot tell of clicks) choosable with mouse and
// keyboard. One listener on the document outlives every re-run; the latest invocation's closure is what it calls.
const INSTANCES = new Map();

function listen(id) {
  const instance = { seq: 0, tell: null, waiting: null, opens: "" };
  const rowAt = (node) => node?.closest?.(`#${id} [data-choice]`);
  const pick = (row) => {
    instance.seq += 1;
    if (instance.opens) setTimeout(() => show(instance.opens), 250); // when the re-run has drawn it
    instance.waiting = { choice: row.dataset.choice, seq: instance.seq };
    deliver(instance);
  };
  document.addEventListener("click", (event) => {
    const row = rowAt(event.target);
    if (!row) return;
    event.preventDefault();
    pick(row);
  });
  document.addEventListener("keydown", (event) => {
    const row = rowAt(event.target);
    if (!row || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    keepFocus(id, row.dataset.choice);
    pick(row);
  });
  // A re-run that replaces the table under a pressed button leaves the browser without an element to tell of a click.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = event.button === 0 ? rowAt(event.target) : null));
  document.addEventListener("pointerup", (event) => {
    const row = rowAt(document.elementFromPoint(event.clientX, event.clientY));
    if (pressed && !pressed.isConnected && row?.dataset.choice === pressed.dataset.choice) pick(row);
    pressed = null;
  });
  INSTANCES.set(id, instance);
  return instance;
}

// A choice made while a re-run exchanges the component waits for the next one.
function deliver(instance) {
  if (!instance.tell || !instance.waiting) return;
  instance.tell("picked", instance.waiting);
  instance.waiting = null;
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
  const tell = (name, value) => setStateValue(name, value); // a new one each time, to be told apart
  instance.tell = tell;
  instance.opens = data.opens;
  parentElement.querySelector("span").dataset.listening = data.table; // tests wait for it
  deliver(instance);
  return () => {
    if (instance.tell === tell) instance.tell = null; // a re-run may bring the next invocation before it ends this one
  };
}
