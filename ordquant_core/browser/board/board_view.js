// A board with its scores above it and what a measure counts below it. It needs neither Streamlit nor Python.
import { decimals } from "../draw/numerals.js";
import { beamsPicture } from "./beams.js";
import { Carrying } from "./carrying.js";
import { average, goalOf, isDone } from "./fields.js";
import { Flips, movedGold, movedVotes } from "./flips.js";
import { button, element } from "./html.js";
import { reasonOf } from "./reasons.js";
import { scoreTable, spokenMove, spokenScores } from "./scores.js";
import { squaresPicture } from "./squares.js";
import { stackUp } from "./stacks.js";
import { trafficPicture } from "./traffic.js";
import { Votes } from "./votes.js";
/** @import { Board, Side, Step } from "./step.d.ts" */

const PHONE = 1000;
const [WIDE, TALL] = [1600, 950]; // px of a screen with room for larger type and pictures
const BETWEEN_STEPS = 550; // ms of a task that is done for a learner
const LIFTED = 700; // ms in which traffic rises between the curves
/** What is drawn below the board, and how to read it. @type {Partial<Record<Step["below"], [string, string]>>} */
const CAPTIONS = {
  traffic: ["Boundary traffic", ""],
  squares: ["Squares", ": one on every wrong class; its side is the error in votes"],
  beams: ["Lookouts", ": each counts every square of B times its distance"],
  bins: ["Wrong classes", ""],
  weights: ["Squares and distances", ""],
  order: [
    "Pairs of bars",
    ": Kendall’s τ = (in order − opposite) ÷ √(unequal in the gold × in the estimate); DNKT = (1 − τ) ÷ 2",
  ],
  flips: ["Who is preferred?", " Yellow edge: a change."],
};

/**
 * @typedef {object} On
 * @property {(board: Board) => void} moved at every change
 * @property {(board: Board) => void} dropped at the end of one, by hand or otherwise
 */

/** The factor of type sizes on a page that fills a lecture hall's screen. */
export const hallType = () => Math.max(1, Math.min(innerWidth / 1100, innerHeight / 620));

/** A button of which one is pressed. @param {string} label @param {string[]} names @param {number} pressed @param {(i: number) => void} choose */
export function choice(label, names, pressed, choose) {
  const buttons = names.map((name, i) =>
    button(name, () => {
      buttons.forEach((one, at) => one.setAttribute("aria-pressed", String(at === i)));
      choose(i);
    }, { class: "cv-button", "aria-pressed": String(i === pressed) })
  );
  return element("span", { class: "cv-kinds", role: "group", "aria-label": label }, ...buttons);
}

export class BoardView {
  /**
   * @param {Step} step
   * @param {On} on
   * @param {{ stage?: boolean, words?: Node | null, player?: boolean }} [options] `words`: what stands below the board in
   *   place of a picture; `player`: with a button that carries the votes home
   */
  constructor(step, on, { stage = false, words = null, player = false } = {}) {
    this.step = step;
    this.on = on;
    this.stage = stage;
    this.covered = step.ask !== "";
    this.lifted = 0;
    this.timer = 0;
    this.spoken = element("div", { class: "cv-heard", "aria-live": "polite" });
    this.scores = element("div", { class: "cv-box cv-scorebox" });
    this.host = element("div", { class: "cv-boardhost" });
    this.controls = element("div", { class: "cv-controls" });
    this.below = element("div", { class: "cv-box cv-below" });
    this.picture = element("div", { class: "cv-picture" });
    const box = element("div", { class: "cv-box cv-boardbox" }, this.host, this.controls);
    if (step.free) box.prepend(this.#buildSides());
    const type = stage ? hallType : () => innerWidth < WIDE ? 1 : 1.15;
    this.votes = new Votes(this.host, step, { type, ...this.#looks() });
    const boards = [box];
    if (step.other.length) {
      this.otherHost = element("div", { class: "cv-boardhost" });
      boards.push(element("div", { class: "cv-box cv-boardbox" }, this.otherHost));
      this.other = new Votes(this.otherHost, step, { type, ...this.#looks(), name: "Dialogue Y" });
    }
    this.box = element("div", { class: "cv-left", "data-below": step.below });
    if (step.rows.length) this.box.append(this.scores);
    this.box.append(element("div", { class: step.other.length ? "cv-two" : "cv-one" }, ...boards));
    if (words) this.box.append(words);
    else if (step.below !== "nothing") this.box.append(this.below);
    this.box.append(this.spoken);
    this.carrying = new Carrying(this.votes, step, {
      moved: () => this.#update(),
      dropped: () => on.dropped(this.board),
      say: (words) => this.say(words),
      spoken: (n, to) => n ? spokenMove(n, to, this.#spokenNow()) : this.#spokenNow(),
    });
    this.#buildControls(player);
    this.#buildBelow();
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.host);
    this.box.addEventListener("pointerdown", () => clearTimeout(this.timer)); // a hand on the board comes first
  }

  destroy() {
    this.carrying.stop();
    clearTimeout(this.timer);
    this.observer.disconnect();
    this.box.remove();
  }

  /** @returns {Board} */
  get board() {
    return this.carrying.board;
  }

  /** Votes can be carried from here on, and nothing is covered any more. */
  unlock() {
    this.covered = false;
    this.carrying.locked = false;
    if (this.flips) this.flips.slider.disabled = false;
    this.draw();
  }

  /** Do what the task asks, each part long enough to be seen. */
  play() {
    const { step, carrying } = this;
    const goal = goalOf(step);
    if (step.tapping) {
      const beams = [...this.picture.querySelectorAll("[data-beam]")].map((beam) =>
        beam.getAttribute("data-beam") ?? ""
      );
      const next = () => beams.find((beam) => !this.board.taps.includes(beam)) ?? ""; // whatever was tapped before
      this.#stepTo(beams.length, () => this.board.taps.length, () => this.#tap(next()));
    } else if (isDone(step, this.board) || !step.goal.length) return;
    else if (step.slider) {
      this.#stepTo(movedVotes(step, goal), () => movedVotes(step, this.board), (next) => this.#move(next));
    } else if (step.together) this.#stepTo(pileAt(goal), () => pileAt(this.board), (next) => this.#carryPile(next));
    else carrying.play(goal[goal.carried]);
  }

  /** From here on, the votes of another side are carried. @param {Side} side */
  take(side) {
    this.carrying.take(side);
  }

  /** The strip shows what was jumped over, too. */
  fill() {
    this.flips?.fill(this.board);
  }

  /** @param {string} words */
  say(words) {
    this.spoken.replaceChildren(words);
  }

  draw() {
    this.carrying.draw();
    if (this.other) {
      const board = { ...this.board, gold: this.step.other };
      this.other.show({ board, stacks: stackUp(board.gold), hand: null, moving: null, locked: true });
    }
    this.#update();
  }

  /** @returns {Omit<ConstructorParameters<typeof Votes>[2], "type">} */
  #looks() {
    const { step } = this;
    if (!step.other.length) return { counter: step.counter, estimates: step.sides };
    const aside = (
      /** @type {Board} */ { gold },
    ) => /** @type {[string, string]} */ (["Average", decimals(average(gold), 2)]);
    return { counter: false, estimates: [], name: "Dialogue X", aside };
  }

  #spokenNow() {
    return this.step.rows.length
      ? spokenScores(this.step, this.board)
      : `Average ${decimals(average(this.board.gold), 2)}.`;
  }

  /** Whose votes are carried, where that can be chosen. */
  #buildSides() {
    const sides = /** @type {Side[]} */ (["gold", ...this.step.sides]);
    const names = sides.map((side) => side === "gold" ? "Gold" : side.toUpperCase());
    const words = "Carry the votes of";
    const taken = sides.indexOf(this.step.board.carried);
    const choices = choice(words, names, taken, (i) => this.take(sides[i]));
    return element("div", { class: "cv-caption" }, element("span", {}, words), choices);
  }

  /** @param {boolean} player */
  #buildControls(player) {
    const { step, carrying } = this;
    if (step.slider || step.tapping) return;
    if (player) {
      this.controls.append(button("Carry for me", () => carrying.play(this.board.gold), { class: "cv-button" }));
    }
    this.undo = button("Undo", () => carrying.undo(), { class: "cv-button" });
    this.reset = button("Put back", () => carrying.reset(), { class: "cv-button" });
    this.controls.append(this.undo, this.reset);
  }

  #buildBelow() {
    const { step } = this;
    const [name, words] = CAPTIONS[step.below] ?? ["", ""];
    this.caption = element("span", {}, words);
    const kinds = step.curves ? [choice("Show traffic as", ["Bars", "Curves"], 0, (i) => this.#lift(i))] : [];
    const said = element("span", {}, element("b", {}, name), this.caption);
    this.below.append(element("div", { class: "cv-caption" }, said, ...kinds));
    if (step.below === "flips") this.flips = new Flips(this.below, step, (k) => this.#move(k));
    else this.below.append(this.picture);
  }

  /** @param {number} lifted */
  #lift(lifted) {
    const [from, began] = [this.lifted, performance.now()];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const tick = (/** @type {number} */ now) => {
      const part = still ? 1 : Math.min(1, Math.max(0, (now - began) / LIFTED));
      this.lifted = from + (lifted - from) * part * part * (3 - 2 * part);
      this.#drawBelow();
      if (part < 1 && this.box.isConnected) requestAnimationFrame(tick);
    };
    tick(began);
  }

  /** @param {string} beam */
  #tap(beam) {
    if (this.carrying.locked || this.board.taps.includes(beam)) return;
    this.carrying.put({ ...this.board, taps: [...this.board.taps, beam] }, false);
    const drawn = this.picture.querySelector(`[data-beam="${beam}"]`);
    if (drawn instanceof SVGElement) drawn.focus({ preventScroll: true });
  }

  /** @param {number} k */
  #move(k) {
    this.carrying.put({ ...this.board, gold: movedGold(this.step, k) }, false);
  }

  /** @param {number} to */
  #carryPile(to) {
    const { board } = this;
    const b = [...board.b];
    const from = pileAt(board);
    [b[from], b[to]] = [0, b[to] + b[from]];
    this.carrying.put({ ...board, b });
  }

  /**
   * Do one part after another until as many are done as the goal needs.
   * @param {number} goal @param {() => number} now @param {(next: number) => void} part
   */
  #stepTo(goal, now, part) {
    if (now() === goal || !this.box.isConnected) return;
    part(now() + Math.sign(goal - now()));
    this.timer = setTimeout(() => this.#stepTo(goal, now, part), BETWEEN_STEPS);
  }

  #update() {
    const { step, board, carrying } = this;
    if (step.rows.length) this.scores.replaceChildren(scoreTable(step, board, this.covered));
    this.#drawBelow();
    if (this.undo) this.undo.disabled = carrying.locked || !carrying.history.length;
    if (this.reset) this.reset.disabled = carrying.locked;
    this.on.moved(board);
  }

  #drawBelow() {
    const { step, board, stage } = this;
    const { places } = this.votes;
    if (this.flips) this.flips.show(board);
    if (this.covered && (step.covered || step.hidden.length)) return this.picture.replaceChildren();
    const drawn = this.#drawn(
      board,
      places,
      stage ? innerHeight * 0.17 : innerWidth < PHONE ? 116 : innerHeight < TALL ? 140 : 190,
    );
    this.picture.replaceChildren(...(drawn ? [drawn] : []));
  }

  /** @param {Board} board @param {import("./places.js").Places} places @param {number} height */
  #drawn(board, places, height) {
    const { step } = this;
    switch (step.below) {
      case "traffic":
        this.caption?.replaceChildren(
          this.lifted
            ? ": how many votes lie at or below a class; the area between the curves is the steps at first"
            : ": votes that have crossed, of those that must",
        );
        return trafficPicture(step, board, places, height, this.lifted);
      case "squares":
        return squaresPicture(step, board, places);
      case "beams":
        return beamsPicture(step, board, places, (beam) => this.#tap(beam));
      case "bins":
        return reasonOf("NVD", step, board);
      case "weights":
        return reasonOf("RNOD", step, board);
      case "order":
        return reasonOf("DNKT", step, board);
      default:
        return null;
    }
  }
}

/** The class of the pile of B that lies where the gold has no vote. @param {Board} board */
const pileAt = ({ gold, b }) => b.findIndex((votes, i) => votes > 0 && !gold[i]);
