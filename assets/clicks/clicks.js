// Makes the rows of an HTML table outside this component (st.html cannot tell of clicks) choosable with mouse and
// keyboard. One listener on the document outlives every re-run; the latest invocation's closure is what it calls.
const INSTANCES = new Map();

function listen(id) {
  const instance = { seq: 0, tell: null };
  const pick = (event) => {
    const row = event.target.closest?.(`#${id} [data-choice]`);
    if (!row || !instance.tell) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    instance.seq += 1;
    instance.tell("picked", { choice: row.dataset.choice, seq: instance.seq });
  };
  document.addEventListener("click", pick);
  document.addEventListener("keydown", pick);
  INSTANCES.set(id, instance);
  return instance;
}

export default function ({ data, setStateValue }) {
  const instance = INSTANCES.get(data.table) ?? listen(data.table);
  instance.tell = setStateValue;
  return () => (instance.tell = null);
}
