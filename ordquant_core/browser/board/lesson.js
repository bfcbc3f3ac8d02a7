// One lesson: prediction, task, live sentence, why, take-away. It needs neither Streamlit nor Python: the same modules
// run in a file without a server.
import { hasModifier } from "../draw/nodes.js";
import { decimals } from "../draw/numerals.js";
import { Carrying } from "./carrying.js";
import { countingTable } from "./counting.js";
import { explainWords } from "./explaining.js";
import { average, goalOf, isDone, liveSentence, openEyes, plain, preferred, swapped, whyOf } from "./fields.js";
import { Flips, movedGold, movedVotes } from "./flips.js";
import { button, element, written } from "./html.js";
import { lookoutsPicture } from "./lookouts.js";
import { pairsPicture } from "./pairs.js";
import { scoreTable, spokenMove, spokenScores } from "./scores.js";
import { stackUp } from "./stacks.js";
import { trafficPicture } from "./traffic.js";
import { mistakeAt, Votes } from "./votes.js";
/** @import { Board, Lesson, Side, Votes as Numbers } from "./lesson.d.ts" */

/** The answer of who is not sure. */
export const UNSURE = -1;
const PHONE = 1000;
const [WIDE, TALL] = [1600, 950]; // px of a screen with room for larger type and pictures
const BETWEEN_STEPS = 550; // ms of a task that is done for a learner
const LOOKED_AT = 1800; // ms for which a learner sees what the task has done, before why comes into view
/** Of tables below the board: what they show, and how. */
const CAPTIONS = {
  bins: ["Wrong classes", ": votes too many (+) or too few (−); wrong: those too many"],
  order: [
    "Pairs of bars",
    ": Kendall’s τ = (in order − opposite) ÷ √(unequal in the gold × in the estimate); DNKT = (1 − τ) ÷ 2",
  ],
};

/**
 * @typedef {object} Data
 * @property {Lesson} lesson
 * @property {number | null} [answer] given before: the number of a choice, or UNSURE
 * @property {boolean} [done] the task was done before
 */
/**
 * @typedef {object} Options
 * @property {boolean} [stage] for a lecture hall: as large as the screen
 * @property {boolean} [cardless] only scores, board and what is below it
 * @property {{ label: string, go: () => void } | null} [back]
 * @property {{ label: string, go: () => void } | null} [next]
 * @property {(step: { kind: "answer", answer: number } | { kind: "done" }) => void} [report]
 *   called at the end of a step only, never while something is in the hand
 */
/** @typedef {{ destroy: () => void }} Mounted */

/**
 * Show a lesson in an element.
 * @param {HTMLElement} parent
 * @param {Data} data
 * @param {Options} [options]
 * @returns {Mounted}
 */
export const mount = (parent, data, options = {}) => new LessonView(parent, data, options);

/** The factor of type sizes on a page that fills a lecture hall's screen. */
const hallType = () => Math.max(1, Math.min(innerWidth / 1100, innerHeight / 620));

/**
 * Buttons of which one is pressed.
 * @param {string} label @param {string[]} names @param {number} pressed @param {(i: number) => void} choose
 */
function choice(label, names, pressed, choose) {
  const buttons = names.map((name, i) =>
    button(name, () => {
      buttons.forEach((one, at) => one.setAttribute("aria-pressed", String(at === i)));
      choose(i);
    }, { class: "cv-button", "aria-pressed": String(i === pressed) })
  );
  return element("span", { class: "cv-kinds", role: "group", "aria-label": label }, ...buttons);
}

class LessonView {
  /** @param {HTMLElement} parent @param {Data} data @param {Options} options */
  constructor(parent, data, options) {
    this.lesson = data.lesson;
    this.options = options;
    this.answer = options.cardless ? UNSURE : data.answer ?? null;
    this.done = data.done ?? false;
    this.lifted = 0;
    this.tapped = new Set();
    this.timer = 0;
    /** @type {number[] | null} */
    this.eyes = null;
    /** What a wrong answer said of the measure, until it is so on the board. @type {"A" | "tie" | "B" | null} */
    this.tried = null;
    this.box = element("div", {
      class: `cv${options.stage ? " cv-stage" : ""}${options.cardless ? " cv-cardless" : ""}`,
      "data-below": data.lesson.below,
    });
    this.spoken = element("div", { class: "cv-heard", "aria-live": "polite" });
    const { lesson } = this;
    this.scores = element("div", { class: "cv-box cv-scorebox" });
    this.boardBox = element("div", { class: "cv-boardhost" });
    this.controls = element("div", { class: "cv-controls" });
    this.below = element("div", { class: "cv-box cv-below" });
    const type = options.stage ? hallType() : innerWidth < WIDE ? 1 : 1.15;
    const isAverage = lesson.kind === "average";
    const averageOf = (
      /** @type {Board} */ board,
    ) => /** @type {[string, string]} */ (["Average", decimals(average(board.gold), 2)]);
    const view = isAverage
      ? { type, counter: false, estimates: [], name: "Dialogue X", aside: averageOf }
      : { type, counter: lesson.kind === "carry" && lesson.measures.length > 0, estimates: lesson.sides };
    const box = element("div", { class: "cv-box cv-boardbox" }, this.boardBox, this.controls);
    if (lesson.free && lesson.kind === "carry") box.prepend(this.#buildSides());
    const boards = [box];
    if (isAverage) {
      this.otherBox = element("div", { class: "cv-boardhost" });
      boards.push(element("div", { class: "cv-box cv-boardbox" }, this.otherBox));
      this.other = new Votes(this.otherBox, lesson, { ...view, name: "Dialogue Y" });
    }
    this.votes = new Votes(this.boardBox, lesson, view);
    const left = element("div", { class: "cv-left" });
    if (lesson.measures.length) left.append(this.scores);
    left.append(element("div", { class: isAverage ? "cv-two" : "cv-one" }, ...boards));
    if (lesson.words.length) left.append(this.#buildWords());
    else if (lesson.below !== "nothing") left.append(this.below);
    this.carrying = new Carrying(this.votes, lesson, {
      moved: () => this.#update(),
      dropped: () => this.#dropped(),
      say: (words) => this.#say(words),
      spoken: (n, to) => {
        const scores = isAverage
          ? `Average ${decimals(average(this.board.gold), 2)}.`
          : spokenScores(lesson, this.board);
        return n ? spokenMove(n, to, scores) : scores;
      },
    });
    this.#buildControls();
    this.#buildBelow();
    this.box.append(left, ...(options.cardless ? [] : [this.#buildCard()]), this.spoken);
    parent.append(this.box);
    explainWords(this.box, this.lesson);
    this.observer = new ResizeObserver(() => {
      if (options.stage) this.votes.options.type = hallType();
      this.#draw();
    });
    this.observer.observe(this.boardBox);
    this.press = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    if (!options.cardless) document.addEventListener("keydown", this.press);
    this.box.addEventListener("pointerdown", () => clearTimeout(this.timer)); // a hand on the board comes first
    if (this.answer !== null) this.#unlock();
    if (this.done && lesson.task) this.#finish();
    this.#draw();
  }

  destroy() {
    this.carrying.stop();
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.press);
    this.observer.disconnect();
    this.box.remove();
  }

  /** @returns {Board} */
  get board() {
    return this.carrying.board;
  }

  #buildCard() {
    const { lesson, options } = this;
    const text = (/** @type {string} */ words) => written(words, lesson);
    this.step = element("div", { class: "cv-step" });
    this.live = element("div", { class: "cv-live", hidden: true });
    this.why = element("div", { class: "cv-why cv-covered" });
    this.take = element("div", { class: "cv-take cv-covered" });
    const foot = element("div", { class: "cv-foot" });
    for (const [name, way] of /** @type {const} */ ([["back", options.back], ["next", options.next]])) {
      if (way) foot.append(button(way.label, way.go, { class: `cv-button cv-${name}` }));
    }
    this.#ask();
    return element(
      "section",
      { class: "cv-box cv-card", "aria-label": lesson.title },
      element("div", { class: "cv-quiet cv-dialogue" }, lesson.dialogue),
      element("h2", {}, lesson.title),
      element("p", { class: "cv-story" }, ...text(lesson.story)),
      ...(lesson.meet ? [element("p", { class: "cv-meet" }, ...text(lesson.meet))] : []),
      this.step,
      this.live,
      this.why,
      this.take,
      foot,
    );
  }

  #ask() {
    const { lesson } = this;
    const choices = [...lesson.choices, "I am not sure, show me"].map((label, i) => {
      const answer = i < lesson.choices.length ? i : UNSURE;
      const node = button("", () => this.#predict(answer), { class: answer === UNSURE ? "cv-unsure" : "" });
      node.append(element("i", {}, String(i + 1)), label);
      return node;
    });
    this.choices = choices;
    const question = element("p", { class: "cv-ask" }, ...written(lesson.ask, lesson));
    this.step?.replaceChildren(
      question,
      element("div", { class: "cv-choices", role: "group", "aria-label": question.textContent ?? "" }, ...choices),
    );
  }

  #buildWords() {
    const { lesson } = this;
    const meaning = element("div", { class: "cv-meaning", role: "status" });
    const words = lesson.words.map((key) => {
      const node = button(lesson.terms[key][0], () => {
        this.tapped.add(key);
        node.classList.add("cv-seen");
        node.setAttribute("aria-pressed", "true");
        this.box.dataset.word = key;
        meaning.replaceChildren(element("b", {}, lesson.terms[key][0]), `: ${lesson.terms[key][1]}`);
        this.votes.options.estimates = ["estimate", "quantification", "measure"].includes(key) ? lesson.sides : [];
        this.#draw();
        if (this.tapped.size < lesson.words.length) return;
        this.take?.classList.remove("cv-covered");
        this.#bringIntoView(this.take);
      }, { class: "cv-button", "aria-pressed": "false" });
      return node;
    });
    const title = element("p", { class: "cv-ask" }, "Five words, and you are ready. Tap each.");
    this.words = element("div", { class: "cv-box cv-words cv-covered" }, title, element("div", {}, ...words), meaning);
    return this.words;
  }

  /** Whose votes are carried, where that can be chosen. */
  #buildSides() {
    const sides = /** @type {Side[]} */ (["gold", ...this.lesson.sides]);
    const names = sides.map((side) => side === "gold" ? "Gold" : side.toUpperCase());
    const words = "Carry the votes of";
    const taken = sides.indexOf(this.lesson.board.carried);
    const sidesToTake = choice(words, names, taken, (i) => this.carrying.take(sides[i]));
    return element("div", { class: "cv-caption" }, element("span", {}, words), sidesToTake);
  }

  #buildControls() {
    const { lesson, carrying } = this;
    if (lesson.kind === "swap") {
      this.swap = button("⇄ Swap gold and A", () => {
        this.#bringIntoView(this.boardBox.parentElement);
        carrying.put(swapped(this.board));
      }, { class: "cv-button cv-main" });
      this.controls.append(this.swap);
    } else if (lesson.kind === "carry") {
      this.playing = button("▶ Carry for me", () => {
        if (carrying.frame) carrying.stop();
        else carrying.play(this.#target());
        this.#update();
      }, { class: "cv-button" });
      this.scrub = element("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.02,
        value: 0,
        "aria-label": "Carry for me: steps",
      });
      const { scrub } = this;
      scrub.addEventListener("input", () => {
        const at = Number(scrub.value);
        carrying.stop();
        carrying.seek(this.#target(), at);
      });
      scrub.addEventListener("change", () => {
        carrying.seek(this.#target(), Math.round(Number(scrub.value)));
        this.#update();
        this.#dropped();
      });
      scrub.addEventListener("keydown", (event) => {
        const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!way || hasModifier(event)) return;
        event.preventDefault();
        carrying.stop();
        carrying.seek(this.#target(), Math.round(Number(scrub.value)) + way);
        this.#dropped();
      });
      this.progress = element("span", { class: "cv-quiet cv-progress" });
      this.controls.append(this.playing, scrub, this.progress);
    }
    if (lesson.kind !== "flips" && lesson.kind !== "picture") {
      this.undo = button("Undo", () => carrying.undo(), { class: "cv-button" });
      this.reset = button("Reset votes", () => carrying.reset(), { class: "cv-button" });
      this.controls.append(this.undo, this.reset);
    }
  }

  #buildBelow() {
    const { lesson } = this;
    this.picture = element("div", { class: "cv-picture" });
    if (lesson.below === "traffic") {
      this.caption = element("span");
      const kinds = lesson.curves && choice("Show traffic as", ["Bars", "Curves"], 0, (i) => this.#lift(i));
      this.#captionBelow("Boundary traffic", this.caption, kinds);
      this.#captionTraffic();
    } else if (lesson.below === "lookouts") {
      const words = ": length = distance, thickness = squared error, dashed = at distance 0";
      this.#captionBelow(
        lesson.nicknames ? "Lookouts" : "Errors seen from each class of the gold",
        words,
        element("span", {}, "each eye sees"),
      );
    } else if (lesson.below === "bins" || lesson.below === "order") {
      const [name, words] = CAPTIONS[lesson.below];
      this.#captionBelow(name, words);
    } else if (lesson.below === "flips") {
      const words = " Each column is the gold after so many moves; yellow edge: a change.";
      this.#captionBelow("Who is preferred?", words);
      this.flips = new Flips(this.below, lesson, (k) => this.#move(k));
    }
    if (!this.flips) this.below.append(this.picture);
  }

  /** @param {string} name @param {Node | string} words @param {Node | false} [aside] */
  #captionBelow(name, words, aside = false) {
    const caption = element("span", {}, element("b", {}, name), words);
    this.below.append(element("div", { class: "cv-caption" }, caption, ...(aside ? [aside] : [])));
  }

  #captionTraffic() {
    const words = this.lifted
      ? ": how many votes lie at or below a class; the area between the curves is the steps at first"
      : ": votes that have crossed, of those that must";
    this.caption?.replaceChildren(words);
  }

  /** @param {number} lifted */
  #lift(lifted) {
    const from = this.lifted;
    const began = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const tick = (/** @type {number} */ now) => {
      const part = still ? 1 : Math.min(1, Math.max(0, (now - began) / 700));
      this.lifted = from + (lifted - from) * part * part * (3 - 2 * part);
      this.#drawBelow();
      if (part < 1 && this.box.isConnected) requestAnimationFrame(tick);
      else this.#captionTraffic();
    };
    tick(began);
  }

  /** @param {number} k */
  #move(k) {
    this.carrying.put({ ...this.board, gold: movedGold(this.lesson, k), walked: 0 }, false);
  }

  #target() {
    const { board, lesson } = this;
    return board.carried === lesson.board.carried && !lesson.free ? lesson.goal : board.gold;
  }

  /** @param {number} answer */
  #predict(answer) {
    this.answer = answer;
    this.#unlock();
    this.options.report?.({ kind: "answer", answer });
    if (this.done) this.options.report?.({ kind: "done" });
    this.task?.focus({ preventScroll: true });
    // on a phone, the choices are far below what takes their place
    if (this.#isStacked() || (this.task?.getBoundingClientRect().top ?? 0) < 0) {
      this.step?.scrollIntoView({ block: "start" });
    }
    if (answer === UNSURE && this.lesson.task) this.#doIt();
  }

  #unlock() {
    const { lesson } = this;
    this.carrying.locked = false;
    if (this.flips) this.flips.slider.disabled = false;
    this.box.classList.add("cv-moving");
    if (this.step && !lesson.task) this.#showAnswer();
    else if (this.step) {
      const said = lesson.answered.length
        ? [lesson.answered.at(this.answer ?? UNSURE) ?? ""] // the last one: nothing was chosen
        : this.answer === UNSURE || this.answer === null
        ? ["You were not sure. Look:"]
        : ["Your prediction: ", element("b", {}, lesson.choices[this.answer]), ". Find out:"];
      this.#buildTask("", "✓", written(lesson.task, lesson), "A ✓ appears when it is done.");
      this.task?.append(button("Do it for me", () => this.#doIt(), { class: "cv-button cv-doit" }));
      this.step.prepend(element("p", { class: lesson.answered.length ? "cv-strong" : "cv-said cv-quiet" }, ...said));
      if (lesson.both && this.why) {
        this.also = button("Carry B, too", () => this.#carryOther(), { class: "cv-button" });
        this.why.append(this.also);
      }
      const [label, votes] = lesson.further;
      if (label) this.why?.append(button(label, () => this.#carryOn(votes), { class: "cv-button" }));
    }
    if (this.live) this.live.hidden = false;
    this.#draw();
  }

  /**
   * What takes the place of the question, and what explains it below.
   * @param {string} look @param {string} tick @param {(Node | string)[]} words @param {string[]} verdict
   */
  #buildTask(look, tick, words, ...verdict) {
    const { lesson } = this;
    this.tick = element("span", { class: "cv-tick", "aria-hidden": "true" }, tick);
    this.verdict = element("div", { class: "cv-verdict" }, ...verdict);
    this.task = element(
      "div",
      { class: `cv-task ${look}`, tabindex: -1 },
      this.tick,
      element("b", {}, ...words),
      this.verdict,
    );
    this.step?.replaceChildren(this.task);
    this.why?.replaceChildren(element("span", {}, "Why"), ...written(whyOf(lesson), lesson));
    this.take?.replaceChildren(element("span", {}, "Take-away"), lesson.take_away);
  }

  /** Where there is no task: whether the answer was right, and why. What was wrong can be made true on the board. */
  #showAnswer() {
    const { lesson, answer } = this;
    const isRight = answer === lesson.right;
    const said = answer === null || answer === UNSURE
      ? "You were not sure."
      : `You said ${lesson.choices[answer]}: ${isRight ? "right" : "not right"}.`;
    const isWrong = answer !== null && answer !== UNSURE && !isRight;
    if (isWrong && lesson.asks && lesson.kind === "carry") {
      this.tried = /** @type {const} */ (["A", "tie", "B"])[answer];
    }
    const watched = lesson.measures.length ? "the scores" : "the averages";
    const attempt = this.tried
      ? `Carry votes until ${this.#preferenceOf(this.tried)}.`
      : lesson.kind === "carry"
      ? `Carry votes, and watch ${watched}.`
      : "";
    this.done = true;
    this.box.classList.add("cv-answered");
    const [look, tick] = isRight ? ["cv-done", "✓"] : isWrong ? ["cv-missed", "✗"] : ["", ""];
    this.#buildTask(look, tick, [said], isRight ? "" : `Right: ${lesson.choices[lesson.right]}. `, attempt);
    for (const part of [this.why, this.take]) part?.classList.remove("cv-covered");
  }

  /** @param {"A" | "tie" | "B"} side */
  #preferenceOf(side) {
    return `${this.lesson.names[this.lesson.asks][3]} ${side === "tie" ? "sees a tie" : `prefers ${side}`}`;
  }

  /** Show another picture of the side that is carried. @param {Numbers} votes */
  #carryOn(votes) {
    const { board } = this.lesson;
    this.#bringIntoView(this.boardBox.parentElement);
    this.carrying.put({ ...board, [board.carried]: votes });
  }

  #carryOther() {
    const { a, b, gold, carried } = { ...this.lesson.board, carried: this.board.carried };
    const other = carried === "a" ? "b" : "a";
    this.carrying.put({ gold, a, b, carried: other, walked: 0 }, false);
    this.carrying.history = [];
    this.also?.replaceChildren(`Carry ${carried.toUpperCase()}, too`);
    this.#bringIntoView(this.boardBox.parentElement);
    this.carrying.play(gold);
  }

  #doIt() {
    const { lesson, carrying } = this;
    const goal = goalOf(lesson);
    if (isDone(lesson, this.board)) return;
    if (lesson.kind === "swap") carrying.put(goal);
    else if (lesson.kind === "mistake") {
      this.#stepTo(mistakeAt(goal), () => mistakeAt(this.board), (next) => {
        carrying.keep();
        carrying.slide(next);
      });
    } else if (lesson.kind === "flips") {
      this.#stepTo(movedVotes(lesson, goal), () => movedVotes(lesson, this.board), (next) => this.#move(next));
    } else carrying.play(this.#target());
  }

  /**
   * Do one step after another, each long enough to be seen, until as many are done as the goal needs.
   * @param {number} goal @param {() => number} now @param {(next: number) => void} step
   */
  #stepTo(goal, now, step) {
    if (now() === goal || !this.box.isConnected) return;
    step(now() + Math.sign(goal - now()));
    this.timer = setTimeout(() => this.#stepTo(goal, now, step), BETWEEN_STEPS);
  }

  #dropped() {
    if (this.answer === null) return;
    if (!this.done && isDone(this.lesson, this.board)) {
      this.done = true;
      this.#finish();
      const last = this.words ? this.why : this.take;
      if (this.#isStacked()) this.timer = setTimeout(() => this.#bringIntoView(last), LOOKED_AT);
      this.#say(`Task done. ${plain(whyOf(this.lesson))}`);
      this.options.report?.({ kind: "done" });
    }
    if (this.tried && preferred(this.lesson.asks, this.board) === this.tried) {
      const words = `Now ${this.#preferenceOf(this.tried)}. Your first answer counts.`;
      this.tried = null;
      this.tick?.replaceChildren("✓");
      this.task?.classList.replace("cv-missed", "cv-done");
      this.verdict?.replaceChildren(words);
      if (this.#isStacked()) this.timer = setTimeout(() => this.#bringIntoView(this.task), LOOKED_AT);
      this.#say(words);
    }
  }

  #finish() {
    const { lesson } = this;
    const [did, well] = lesson.kind === "average" ? ["chose", "chose right"] : ["predicted", "predicted it"];
    const isRight = this.answer === lesson.right;
    const missed = `Done. Not what you ${did}: “${lesson.choices[lesson.right]}” is right.`;
    const words = this.answer === UNSURE ? "Done." : isRight ? `Done, and you ${well}.` : missed;
    this.flips?.fill(this.board);
    this.task?.classList.add("cv-done");
    this.verdict?.replaceChildren(element("b", {}, words));
    this.why?.firstElementChild?.replaceChildren(element("span", { class: "cv-again" }, `${words} `), "Why");
    this.why?.classList.remove("cv-covered");
    this.words?.classList.remove("cv-covered");
    if (!this.words) this.take?.classList.remove("cv-covered");
  }

  /** Whether the card stands above and below the board, as on a phone. */
  #isStacked() {
    return getComputedStyle(this.box).display === "flex";
  }

  /** What is out of sight is scrolled to, no farther than it must be. @param {Element | null | undefined} part */
  #bringIntoView(part) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part?.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
  }

  #draw() {
    this.carrying.draw();
    if (this.other) {
      const board = { ...this.lesson.board, gold: this.lesson.other };
      this.other.show({ board, stacks: stackUp(board.gold), hand: null, moving: null, locked: true });
    }
    this.#update();
  }

  #update() {
    const { lesson, board, carrying } = this;
    if (lesson.measures.length) this.scores.replaceChildren(scoreTable(lesson, board, this.#covers()));
    this.#drawBelow();
    const off = this.answer === null;
    if (!off) {
      const said = written(liveSentence(lesson, board), lesson);
      this.live?.replaceChildren(element("div", {}, element("span", {}, "Now on the board"), ...said));
    }
    if (this.scrub && this.playing && this.progress) {
      const { route } = carrying;
      const all = carrying.steps(this.#target());
      this.scrub.max = String(Math.max(1, all));
      this.scrub.value = String(route?.at ?? 0);
      const words = off
        ? ""
        : route
        ? `step ${Math.floor(route.at + 1e-9)} of ${all}`
        : all
        ? `${all} to go`
        : "all there";
      this.progress.replaceChildren(words);
      this.scrub.setAttribute("aria-valuetext", words);
      this.playing.replaceChildren(carrying.frame ? "❚❚ Pause" : "▶ Carry for me");
      this.playing.disabled = off || (!all && !carrying.frame);
      this.scrub.disabled = off || !all;
    }
    if (this.swap) this.swap.disabled = off;
    if (this.undo) this.undo.disabled = off || !carrying.history.length;
    if (this.reset) this.reset.disabled = off;
  }

  #drawBelow() {
    const { lesson, board, options } = this;
    const { places } = this.votes;
    const small = innerWidth < PHONE;
    if (this.flips) this.flips.show(board);
    if (this.#covers() || (this.answer === null && lesson.covered)) this.picture?.replaceChildren();
    else if (lesson.below === "traffic") {
      const height = options.stage ? innerHeight * 0.17 : small ? 116 : innerHeight < TALL ? 140 : 190;
      this.picture?.replaceChildren(trafficPicture(lesson, board, places, height, this.lifted));
    } else if (lesson.below === "bins") this.picture?.replaceChildren(countingTable(lesson, board));
    else if (lesson.below === "order") this.picture?.replaceChildren(pairsPicture(lesson, board));
    else if (lesson.below === "lookouts") {
      const now = openEyes(board.gold);
      const before = this.eyes;
      const opened = before ? now.filter((eye) => !before.includes(eye)) : [];
      this.eyes = now;
      const row = options.stage ? innerHeight * 0.034 : small ? 27 : innerHeight < TALL ? 34 : 44;
      this.picture?.replaceChildren(lookoutsPicture(lesson, board, places, row, opened));
    }
  }

  /** Whether what the lesson hides is still hidden. */
  #covers() {
    return this.answer === null && this.lesson.hidden.length > 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = event.composedPath()[0];
    const typed = at instanceof Element && at.closest("input, textarea, select, [contenteditable=true]") !== null;
    const asked = this.answer === null && !event.defaultPrevented &&
      this.box.checkVisibility({ visibilityProperty: true }); // until a page is drawn, it hides what is there already
    if (typed || !asked || hasModifier(event) || event.repeat) return;
    this.choices?.[Number(event.key) - 1]?.click();
  }

  /** @param {string} words */
  #say(words) {
    this.spoken.replaceChildren(words);
  }
}
