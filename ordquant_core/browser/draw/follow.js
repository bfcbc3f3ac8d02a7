// What stands beside the canvas follows the hand: the numbers of the table that the browser can compute (measures.js).
// The rest waits, and is dimmed, until Python has drawn the page from the same picture. While a bar is in the hand,
// the axis of the table's bars may become longer, never shorter: it is as short as its margins allow when all is done.
// When which message is sent stands in pages/shared/draw/__init__.py.
import { isBaseline, sharesFor } from "./picture.js";
import { decimals, exactly } from "./numerals.js";
import { previewOf, scoreOf, stepsOf } from "./measures.js";
/** @import { RunSide, State } from "./picture.js" */

const BETWEEN_RUNS = 100; // ms: another message may start the script again so soon after a run
const TIE = 1e-12; // comparison.py
const [SHORT_BAR, SHORT_BAR_OF_FEW, LONGEST_BAR] = [0.1, 0.2, 0.5]; // measure_tables.py, frame_html.py
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
    this.reach = 0; // of the bars, since the picture was taken into the hand
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
    this.reach = 0;
    this.tableChanges.disconnect();
    if (this.page instanceof HTMLElement) delete this.page.dataset.drawing;
  }

  write() {
    const least = this.changing ? Math.max(this.reach, drawnEnd()) : 0;
    if (this.state) this.reach = writeTable(this.state, least);
    this.tableChanges.takeRecords();
  }

  destroy() {
    this.end();
    this.scriptRuns.disconnect();
  }
}

/** Returns where the axis of the bars ends now: not before `least`. @param {State} state @param {number} least */
function writeTable(state, least) {
  const rows = [...document.querySelectorAll("#measures tr[data-family]")].filter((row) => row instanceof HTMLElement);
  const steps = stepsOf(state.classes.length, state.positions);
  const known = rows.filter((row) => previewOf(row.dataset.measure ?? ""));
  const compared = known.map((row) => scored(row, state, steps));
  const most = Math.sign(
    compared.reduce((total, { row, side }) => total + (QUANTITY.has(row.dataset.family ?? "") ? side : 0), 0),
  );
  const counted = compared.filter(({ row }) => QUANTITY.has(row.dataset.family ?? ""));
  const margins = (counted.length ? counted : compared).map(({ a, b, side }) => side ? Math.abs(a - b) : 0);
  const end = writeEnds(Math.max(...margins), least);
  for (const one of compared) {
    writeScore(one, "a");
    writeScore(one, "b");
    writePreference(one, end);
    const dissents = most !== 0 && one.side === -most && QUANTITY.has(one.row.dataset.family ?? "");
    one.row.classList.toggle("oq-dissent", dissents);
  }
  return end;
}

/** The two words at the ends of the axis. */
const ends = () => [...document.querySelectorAll("#measures .oq-ticks > :not(:nth-child(2))")];

/** Where the axis ends by its head. */
const drawnEnd = () => parseFloat(ends()[1]?.textContent ?? "0");

/**
 * Writes where the axis ends: by the rule of measure_tables.py, but not before `least`.
 * @param {number} largest margin
 * @param {number} least
 */
function writeEnds(largest, least) {
  const short = document.querySelector("#measures .oq-family") ? SHORT_BAR : SHORT_BAR_OF_FEW;
  const end = Math.max(least, largest <= short + TIE ? short : LONGEST_BAR);
  if (drawnEnd() !== end) ends().forEach((word, i) => (word.textContent = i ? `${end} ▸` : `◂ ${end}`));
  return end;
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

/** @param {Compared} compared @param {RunSide} side */
function writeScore({ row, ...values }, side) {
  const cell = row.querySelector(`.oq-of-${side}`);
  if (!(cell instanceof HTMLElement)) return;
  cell.title = exactly(values[side]);
  cell.textContent = decimals(values[side]);
}

/** @param {Compared} compared @param {number} end */
function writePreference({ row, a, b, side }, end) {
  const balance = row.querySelector(".oq-side > .oq-balance");
  const margin = row.querySelector(".oq-prefers");
  if (!(balance instanceof HTMLElement) || !margin) return;
  const gap = side ? Math.abs(a - b) : 0;
  const beyond = gap > end + TIE;
  const bar = document.createElement("i");
  bar.className = `oq-${side < 0 ? "left" : "right"}${beyond ? " oq-beyond" : ""}`;
  bar.style.width = length(50 * Math.min(gap / end, 1));
  balance.replaceChildren(...(side ? [bar] : []));
  if (beyond) balance.title = `The bar ends at ${end}: the difference is ${decimals(gap)}.`;
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
