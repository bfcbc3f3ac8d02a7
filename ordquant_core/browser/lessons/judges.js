// Four judges, the end of the lessons and their quiz: whom does each of four measures prefer? After Check the recipe of a
// measure stands over its reason; three right in a row fill its card with it.
import { decimals } from "../draw/numerals.js";
import { measured } from "../board/fields.js";
import { button, element, number } from "../board/html.js";
import { reasonOf } from "../board/reasons.js";
import { drawPicture, JUDGES, LEVELS, sideOf } from "./pictures.js";
import { radios, stillOf, StillPicture, take } from "./pieces.js";
/** @import { Lessons } from "../board/step.d.ts" */
/** @import { Level } from "./pictures.js" */
/** @import { Picture } from "./pieces.js" */

const IN_A_ROW = 3;
const DRAGGED = 6; // px from which a tap is a drag
/** @type {[string, string][]} */
const SIDES = [["-1", "A"], ["0", "tie"], ["1", "B"]];

/** What was reached: the level, the number of the picture, right answers in a row of each measure. */
/** @typedef {{ level: Level, seed: number, rows: Record<string, number> }} Judged */
/**
 * @typedef {object} Options
 * @property {Partial<Judged>} judged before
 * @property {boolean} [stage]
 * @property {{ label: string, go: () => void } | null} back
 * @property {(picture: Picture) => HTMLElement} compare makes what opens a picture in Compare
 * @property {(judged: Judged) => void} report
 */

export class JudgesView {
  /** @param {HTMLElement} parent @param {Lessons} data @param {Options} options */
  constructor(parent, data, options) {
    this.data = data;
    this.options = options;
    /** @type {Judged} */
    this.judged = { level: "easy", seed: 1, rows: {}, ...options.judged };
    /** What was said of each measure. @type {Record<string, number>} */
    this.said = {};
    this.checked = false;
    /** The measure whose reason is shown. */
    this.shown = "";
    this.step = stillOf(drawPicture(this.judged.seed, this.judged.level), data);
    this.picture = new StillPicture(this.step, options.stage);
    this.box = element("div", { class: options.stage ? "cv cv-stage cv-moving cv-judges" : "cv cv-moving cv-judges" });
    this.reasons = element("div", { class: "cv-box cv-below cv-reasons" });
    const legend = element("span", { class: "cv-quiet" }, "20 votes each");
    this.link = element("span");
    const left = element(
      "div",
      { class: "cv-left" },
      element(
        "div",
        { class: "cv-box cv-boardbox" },
        this.picture.host,
        element("div", { class: "cv-controls" }, legend, this.link),
      ),
      this.reasons,
    );
    this.box.append(left, this.#buildCard(), this.#buildRecipes());
    parent.append(this.box);
    this.#paint();
  }

  destroy() {
    this.picture.destroy();
    this.box.remove();
  }

  #buildCard() {
    const { data, options } = this;
    const { title, story } = data.judges;
    this.tracks = JUDGES.map((key) => this.#buildTrack(key));
    this.live = element("div", { class: "cv-live", "aria-live": "polite" });
    this.checks = button("Check", () => this.#check(), { class: "cv-button" });
    this.next = button("New picture →", () => {
      this.#deal({ seed: this.judged.seed + 1 });
      this.box.scrollIntoView({ block: "start" });
    }, { class: "cv-button" });
    this.levels = radios("Level", LEVELS.map((level) => [level, level]), (level) => this.#deal({ level }));
    const { back } = options;
    return element(
      "section",
      { class: "cv-box cv-card", "aria-label": title },
      element("div", { class: "cv-quiet cv-dialogue" }, "The end"),
      element("h2", { tabindex: -1 }, title),
      element("p", { class: "cv-story" }, story),
      element("div", { class: "cv-tracks" }, ...this.tracks.map(({ row }) => row)),
      this.live,
      element("div", { class: "cv-foot" }, this.checks, this.next),
      element(
        "div",
        { class: "cv-foot" },
        ...(back ? [button(back.label, back.go, { class: "cv-button cv-back" })] : []),
        this.levels,
      ),
    );
  }

  /** Three places for a chip, which is tapped or dragged. @param {string} key */
  #buildTrack(key) {
    const { labels, names } = this.data;
    const choose = (/** @type {string} */ value) => {
      if (this.checked) return;
      this.said[key] = Number(value);
      this.#paint();
    };
    const track = radios(`${labels[key]} prefers`, SIDES, choose, "cv-track");
    const chip = element("i", { class: "cv-chip", "aria-hidden": "true" });
    const truth = element("i", { class: "cv-truth", "aria-hidden": "true" });
    track.append(truth, chip);
    const mark = element("span", { class: "cv-mark" });
    const name = element(
      "span",
      {},
      element("b", {}, labels[key]),
      element("small", { class: "cv-quiet" }, names[key][0].replace("the ", "")),
    );
    this.#drag(track, chip, choose);
    return { key, track, chip, truth, mark, row: element("div", { class: "cv-judge" }, name, track, mark) };
  }

  /** @param {HTMLElement} track @param {HTMLElement} chip @param {(value: string) => void} choose */
  #drag(track, chip, choose) {
    /** @type {{ x: number, pointer: number, moved: boolean } | null} */
    let from = null;
    const spot = (/** @type {PointerEvent} */ event) => {
      const { left, width } = track.getBoundingClientRect();
      return Math.max(0, Math.min(2, Math.floor(((event.clientX - left) / width) * 3)));
    };
    track.addEventListener("pointerdown", (event) => {
      if (!this.checked) from = { x: event.clientX, pointer: event.pointerId, moved: false };
    });
    track.addEventListener("pointermove", (event) => {
      if (!from || (!from.moved && Math.abs(event.clientX - from.x) <= DRAGGED)) return;
      if (!from.moved) track.setPointerCapture(from.pointer);
      from.moved = true;
      place(chip, spot(event) - 1);
    });
    track.addEventListener("pointerup", (event) => {
      if (from?.moved) choose(SIDES[spot(event)][0]);
      from = null;
    });
    track.addEventListener("pointercancel", () => {
      from = null;
      this.#paint();
    });
  }

  #buildRecipes() {
    const { labels } = this.data;
    this.recipes = JUDGES.map((key) => {
      const pips = element("span", { class: "cv-pips", "aria-hidden": "true" });
      const words = element("p");
      const card = element(
        "div",
        { class: "cv-box cv-recipe" },
        element("div", {}, element("b", {}, labels[key]), pips),
        words,
      );
      return { key, pips, words, card };
    });
    return element("div", { class: "cv-recipes" }, ...this.recipes.map(({ card }) => card));
  }

  /** Another picture. @param {Partial<Judged>} change */
  #deal(change) {
    this.judged = { ...this.judged, ...change };
    this.said = {};
    this.checked = false;
    this.shown = "";
    Object.assign(this.step.board, drawPicture(this.judged.seed, this.judged.level));
    this.options.report(this.judged);
    this.#paint();
  }

  #check() {
    if (this.checked || JUDGES.some((key) => this.said[key] === undefined)) return;
    this.checked = true;
    const rows = { ...this.judged.rows };
    for (const key of JUDGES) {
      const row = rows[key] ?? 0;
      if (row < IN_A_ROW) rows[key] = this.#isRight(key) ? row + 1 : 0; // a full card stays full
    }
    this.judged = { ...this.judged, rows };
    this.shown = JUDGES.find((key) => !this.#isRight(key)) ?? "";
    this.options.report(this.judged);
    this.#paint();
  }

  /** @param {string} key */
  #isRight(key) {
    return this.said[key] === sideOf(key, this.step.board);
  }

  #paint() {
    const { judged, checked, said, step, options } = this;
    this.picture.show(step.board);
    for (const { key, track, chip, truth, mark } of this.tracks ?? []) {
      take(track, said[key] === undefined ? undefined : String(said[key]));
      place(chip, said[key]);
      const right = checked && this.#isRight(key);
      place(truth, checked && !right ? sideOf(key, step.board) : undefined);
      track.classList.toggle("cv-right", right);
      mark.replaceChildren(checked ? (right ? "✓" : "✗") : "");
      const side = SIDES[sideOf(key, step.board) + 1][1];
      mark.setAttribute("aria-label", checked ? (right ? "right" : `not right: ${side}`) : "");
      for (const node of track.querySelectorAll("button")) node.disabled = checked;
    }
    for (const { key, pips, words, card } of this.recipes ?? []) {
      const row = judged.rows[key] ?? 0;
      card.classList.toggle("cv-full", row === IN_A_ROW);
      pips.replaceChildren("●".repeat(row) + "○".repeat(IN_A_ROW - row));
      const count = [number(`row ${key}`, String(row)), ` of ${IN_A_ROW} in a row`];
      words.replaceChildren(...(row === IN_A_ROW ? [this.data.judges.recipes[key]] : count));
    }
    this.live?.replaceChildren(...this.#sentence());
    if (this.checks) this.checks.disabled = checked || JUDGES.some((key) => said[key] === undefined);
    this.checks?.classList.toggle("cv-main", !checked);
    this.next?.classList.toggle("cv-main", checked);
    if (this.levels) take(this.levels, judged.level);
    this.link.replaceChildren(...(checked ? [options.compare(step.board)] : []));
    this.#paintReasons();
  }

  /** @returns {(Node | string)[]} */
  #sentence() {
    const { checked, judged } = this;
    if (!checked) return [];
    const right = JUDGES.filter((key) => this.#isRight(key)).length;
    const isFull = JUDGES.every((key) => judged.rows[key] === IN_A_ROW);
    const more = isFull
      ? " All four recipe cards are full."
      : right < JUDGES.length
      ? " The dashed place is the right one; the reasons say why."
      : "";
    return [number("right", String(right)), ` of 4 right.${more}`];
  }

  #paintReasons() {
    const { checked, shown, step, data } = this;
    this.reasons.classList.toggle("cv-checked", checked);
    if (!checked) {
      return this.reasons.replaceChildren(element("p", { class: "cv-quiet" }, "After Check, the reasons stand here."));
    }
    const tabs = JUDGES.map((key) =>
      button(`${data.labels[key]} ${this.#isRight(key) ? "✓" : "✗"}`, () => {
        this.shown = key;
        this.#paintReasons();
        this.reasons.querySelector("[aria-pressed=true]")?.dispatchEvent(new Event("focus"));
      }, { class: "cv-button", "aria-pressed": String(key === shown) })
    );
    const reason = shown
      ? [element("p", {}, data.judges.recipes[shown]), reasonOf(shown, step, step.board), this.#outcome(shown)]
      : [element("p", {}, "Tap a measure to see its reason.")];
    this.reasons.replaceChildren(element("div", { class: "cv-kinds" }, ...tabs), ...reason);
  }

  /** @param {string} key */
  #outcome(key) {
    const { gold, a, b } = this.step.board;
    const side = SIDES[sideOf(key, this.step.board) + 1][1];
    const score = (
      /** @type {"a" | "b"} */ letter,
      /** @type {number[]} */ votes,
    ) => [
      element("b", { class: `cv-${letter}` }, letter.toUpperCase()),
      " ",
      number(`${key} ${letter}`, decimals(measured(key, gold, votes))),
    ];
    const end = side === "tie"
      ? ["a ", number(`${key} side`, side), "."]
      : [number(`${key} side`, side, `cv-${side.toLowerCase()} cv-strong`), " is preferred."];
    return element(
      "p",
      { class: "cv-sums" },
      `${this.data.labels[key]}: `,
      ...score("a", a),
      ", ",
      ...score("b", b),
      ": ",
      ...end,
    );
  }
}

/** Put a chip on one of the three places, or on none. @param {HTMLElement} chip @param {number | undefined} side */
function place(chip, side) {
  chip.hidden = side === undefined;
  if (side === undefined) return;
  const word = SIDES[side + 1][1];
  chip.style.setProperty("--at", String(side + 1));
  chip.dataset.side = word.toLowerCase();
  chip.replaceChildren(word);
}
