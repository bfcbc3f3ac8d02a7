// What stands beside the canvas follows the hand: the numbers of the table that the browser can compute (measures.js).
// The rest waits, and is dimmed, until Python has drawn the page from the same picture.
// When which message is sent stands in pages/shared/draw/__init__.py.
import { isBaseline, sharesFor } from "./picture.js";
import { decimals, exactly } from "./numerals.js";
import { KEYS, scoreOf, stepsOf, worstOf } from "./measures.js";
/** @import { RunSide, State } from "./picture.js" */

const BETWEEN_RUNS = 100; // ms: another message may start the script again so soon after a run
const TIE = 1e-12; // comparison.py
const LONGEST_BAR = 0.5; // tables/measures.py
const QUANTITY = new Set(["ordinal", "nominal"]);
/** @typedef {{ row: HTMLElement, a: number, b: number, side: number }} Compared */

export class Follow {
  /** @param {ShadowRoot} root */
  constructor(root) {
    this.page = root.host.closest("[data-testid=stMain]");
    this.app = root.host.closest("[data-testid=stApp]");
    /** @type {State | null} */
    this.state = null; // in the hand, or sent and not answered
    this.changing = false;
    // Streamlit replaces the table when it answers an earlier picture, also while the next one is in the hand.
    this.tableChanges = new MutationObserver(() => this.write());
    this.scriptRuns = new MutationObserver(() => this.answered());
    this.running = false;
    this.ended = 0;
    if (this.app) this.scriptRuns.observe(this.app, { attributeFilter: ["data-test-script-state"] });
  }

  /**
   * The picture has changed; `changing`: and may change again before it is sent.
   * @param {State} state
   * @param {boolean} changing
   */
  show(state, changing) {
    clearTimeout(this.ended);
    this.state = state;
    this.changing = changing;
    if (this.page instanceof HTMLElement) {
      this.page.dataset.drawing = changing ? "held" : "sent";
      this.tableChanges.observe(this.page, { childList: true, subtree: true });
    }
    this.write();
  }

  answered() {
    const running = this.app?.getAttribute("data-test-script-state") === "running";
    clearTimeout(this.ended);
    if (this.running && !running) this.ended = setTimeout(() => this.changing || this.end(), BETWEEN_RUNS);
    this.running = running;
  }

  /**
   * Python has another picture than the hand. Its table may have come first, and was then written over: it is written
   * from the new picture, too.
   * @param {State} state
   */
  replace(state) {
    if (this.state) {
      this.state = state;
      this.write();
    }
    this.end();
  }

  end() {
    clearTimeout(this.ended);
    this.state = null;
    this.tableChanges.disconnect();
    if (this.page instanceof HTMLElement) delete this.page.dataset.drawing;
  }

  write() {
    if (this.state) writeTable(this.state);
    this.tableChanges.takeRecords();
  }

  destroy() {
    this.end();
    this.scriptRuns.disconnect();
  }
}

/** @param {State} state */
function writeTable(state) {
  const rows = [...document.querySelectorAll("#measures tr[data-family]")].filter((row) => row instanceof HTMLElement);
  const steps = stepsOf(state.classes.length, state.positions);
  const known = rows.filter((row) => KEYS.includes(row.dataset.measure ?? ""));
  const compared = known.map((row) => scored(row, state, steps));
  const most = Math.sign(
    compared.reduce((total, { row, side }) => total + (QUANTITY.has(row.dataset.family ?? "") ? side : 0), 0),
  );
  for (const one of compared) {
    writeScore(one, "a", steps);
    writeScore(one, "b", steps);
    writePreference(one);
    const dissents = most !== 0 && one.side === -most && QUANTITY.has(one.row.dataset.family ?? "");
    one.row.classList.toggle("oq-dissent", dissents);
  }
}

/** @param {HTMLElement} row @param {State} state @param {number[]} steps @returns {Compared} */
function scored(row, state, steps) {
  const of = (/** @type {RunSide} */ side) => {
    const entry = state[side];
    const estimate = isBaseline(entry) ? sharesFor(state, side) : entry;
    return scoreOf(row.dataset.measure ?? "", state.gold, estimate, steps);
  };
  const [a, b] = [of("a"), of("b")];
  return { row, a, b, side: a === b || Math.abs(a - b) < TIE ? 0 : Math.sign(a - b) };
}

/** @param {Compared} compared @param {RunSide} side @param {number[]} steps */
function writeScore({ row, ...values }, side, steps) {
  const cell = row.querySelector(`.oq-of-${side}:not(.oq-before)`);
  const bar = cell?.querySelector("i");
  if (!(cell instanceof HTMLElement) || !bar) return;
  const worst = worstOf(row.dataset.measure ?? "", steps);
  const value = values[side];
  const share = value === Infinity ? 1 : worst === Infinity ? 0 : Math.min(value / worst, 1);
  cell.title = exactly(value);
  bar.style.width = length(100 * share);
  cell.replaceChildren(decimals(value), bar);
}

/** @param {Compared} compared */
function writePreference({ row, a, b, side }) {
  const balance = row.querySelector(".oq-side > .oq-balance");
  const margin = row.querySelector(".oq-prefers");
  if (!(balance instanceof HTMLElement) || !margin) return;
  const gap = side ? Math.abs(a - b) : 0;
  const beyond = gap > LONGEST_BAR;
  const bar = document.createElement("i");
  bar.className = `oq-${side < 0 ? "left" : "right"}${beyond ? " oq-beyond" : ""}`;
  bar.style.width = length(50 * Math.min(gap / LONGEST_BAR, 1));
  balance.replaceChildren(...(side ? [bar] : []));
  if (beyond) balance.title = `The bar ends at ${LONGEST_BAR}: the difference is ${decimals(gap)}.`;
  else balance.removeAttribute("title");
  const said = document.createElement("span");
  said.className = side ? `oq-${side < 0 ? "a" : "b"}` : "oq-muted";
  const far = decimals(gap) === "0.000" ? "< 0.001" : decimals(gap);
  said.textContent = side ? (side < 0 ? `◂ A ${far}` : `B ${far} ▸`) : "tie";
  if (side) said.title = exactly(a - b);
  margin.replaceChildren(said);
}

/** @param {number} percent */
const length = (percent) => `${percent.toFixed(1).replace(/\.0$/, "")}%`;
