// One lesson: steps of a prediction and a task each. What was true when a task was done is frozen; all else is live.
import { hasModifier } from "../draw/nodes.js";
import { BoardView } from "../board/board_view.js";
import { explainWords } from "../board/explaining.js";
import { fieldsOf, isDone, liveText, preferred } from "../board/fields.js";
import { button, element, written } from "../board/html.js";
import { stepOf } from "../board/step.js";
/** @import { Board, Lesson, Lessons, Step } from "../board/step.d.ts" */

/** The answer of who is not sure. */
export const UNSURE = -1;
const NEW_PICTURE = "a new picture";

/** What was done in a step: the answer, and the board when the task was done. @typedef {{ answer?: number, board?: Board }} Kept */
/**
 * @typedef {object} Options
 * @property {number} number of the lesson
 * @property {number} at the step
 * @property {Kept[]} kept of each step
 * @property {boolean} [stage] for a lecture hall: as large as the screen
 * @property {{ label: string, go: () => void } | null} back
 * @property {{ label: string, go: () => void } | null} next
 * @property {(at: number, kept: Kept[]) => void} report called at the end of an act, never while something is in the hand
 */

export class LessonView {
  /** @param {HTMLElement} parent @param {Lesson} lesson @param {Lessons} data @param {Options} options */
  constructor(parent, lesson, data, options) {
    this.lesson = lesson;
    this.data = data;
    this.options = options;
    this.steps = lesson.steps.map((given) => {
      const step = stepOf(/** @type {Step} */ (given), data);
      if (step.asks) step.right = ["A", "tie", "B"].indexOf(preferred(step.asks, step.board));
      return step;
    });
    this.at = 0;
    this.kept = this.steps.map((step, i) => {
      const { answer, board } = options.kept[i] ?? {};
      return board && isDone(step, board) ? { answer, board } : { answer }; // the lesson may have been another one
    });
    this.box = element("div", { class: options.stage ? "cv cv-stage" : "cv" });
    parent.append(this.box);
    this.note = explainWords(this.box, data);
    this.press = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.press);
    this.#open(Math.max(0, Math.min(this.steps.length - 1, options.at)));
  }

  destroy() {
    document.removeEventListener("keydown", this.press);
    this.board?.destroy();
    this.box.remove();
  }

  get step() {
    return this.steps[this.at];
  }

  /** Whether the question is answered, or there is none. */
  get isOpen() {
    return !this.step.ask || this.kept[this.at].answer !== undefined;
  }

  /** @param {number} at */
  #open(at) {
    this.at = at;
    this.board?.destroy();
    const { step } = this;
    const words = this.lesson.words && step.below === "words" ? this.#buildWords(this.lesson.words) : null;
    this.board = new BoardView(step, {
      moved: (board) => this.#said(board),
      dropped: (board) => this.#check(board),
    }, { stage: this.options.stage, words });
    this.box.classList.remove("cv-moving", "cv-predicted", "cv-answered");
    this.box.dataset.below = step.below;
    this.note.hidden = true;
    this.box.replaceChildren(this.board.box, this.#buildCard(), this.note);
    if (this.isOpen) this.#unlock();
    else this.board.draw();
  }

  #buildCard() {
    const { lesson, step, options, at } = this;
    const text = (/** @type {string} */ words) => written(words, step);
    this.place = element("div", { class: "cv-step" });
    this.live = step.live.length ? element("div", { class: "cv-live" }) : null;
    this.frozen = element("div", { class: "cv-why cv-covered" });
    const isLast = at === this.steps.length - 1 || this.steps[at + 1].asks !== "" || !this.steps[at + 1].task;
    this.take = element("div", { class: "cv-take cv-covered" }, element("span", {}, "Take-away"), lesson.take_away);
    const of = this.steps.length;
    const kicker = `Lesson ${options.number} · ${step.task ? `step ${at + 1} of ${of}` : NEW_PICTURE}`;
    if (step.ask) this.#ask();
    const rule = step.rule ? [this.rule = element("p", { class: "cv-rule-of" })] : [];
    return element(
      "section",
      { class: "cv-box cv-card", "aria-label": lesson.title },
      element("div", { class: "cv-quiet cv-dialogue" }, of > 1 ? kicker : `Lesson ${options.number}`),
      element("h2", { tabindex: -1 }, lesson.title),
      element("p", { class: "cv-story" }, ...text(step.story)),
      ...(step.meet ? [element("p", { class: "cv-meet" }, ...text(step.meet))] : []),
      ...rule,
      this.place,
      ...(this.live ? [this.live] : []),
      this.frozen,
      ...(isLast ? [this.take] : []),
      this.#buildFoot(),
    );
  }

  #buildFoot() {
    const { options, at } = this;
    const go = (/** @type {number} */ to) => () => {
      this.#open(to);
      this.#report();
      this.box.querySelector("h2")?.focus({ preventScroll: true });
      this.box.scrollIntoView({ block: "start" });
    };
    const back = at ? { label: "← Back", go: go(at - 1) } : options.back;
    const next = at + 1 < this.steps.length ? { label: "Next →", go: go(at + 1) } : options.next;
    const foot = element("div", { class: "cv-foot" });
    for (const [name, way] of /** @type {const} */ ([["back", back], ["next", next]])) {
      if (way) foot.append(button(way.label, way.go, { class: `cv-button cv-${name}` }));
    }
    return foot;
  }

  #ask() {
    const { step } = this;
    this.choices = [...step.choices, "Not sure, show me"].map((label, i) => {
      const answer = i < step.choices.length ? i : UNSURE;
      const node = button("", () => this.#predict(answer), { class: answer === UNSURE ? "cv-unsure" : "" });
      node.append(element("i", {}, String(i + 1)), label);
      return node;
    });
    const question = element("p", { class: "cv-ask" }, ...written(step.ask, step));
    const choices = { class: "cv-choices", role: "group", "aria-label": question.textContent ?? "" };
    this.place?.replaceChildren(question, element("div", choices, ...this.choices));
  }

  /** What the lessons call things. @param {string[]} words */
  #buildWords(words) {
    const meanings = words.map((key) => {
      const [word, meaning] = this.data.terms[key];
      return element("p", {}, element("b", {}, word), `: ${meaning}`);
    });
    return this.words = element("div", { class: "cv-box cv-words cv-covered" }, ...meanings);
  }

  /** @param {number} answer */
  #predict(answer) {
    this.kept[this.at] = { answer };
    this.#unlock();
    this.#report();
    this.task?.focus({ preventScroll: true });
    const top = this.place?.getBoundingClientRect().top ?? 0;
    if (top < 0) this.place?.scrollIntoView({ block: "start" }); // on a phone the choices were far below
    if (answer === UNSURE && this.step.task) this.board?.play();
  }

  #unlock() {
    const { step, kept, at } = this;
    this.box.classList.add("cv-moving");
    this.box.classList.toggle("cv-predicted", kept[at].answer !== undefined);
    if (step.task) this.#buildTask();
    else this.#showAnswer();
    this.board?.unlock();
    if (kept[at].board) this.#finish(kept[at].board);
  }

  #buildTask() {
    const { step, kept, at } = this;
    const { answer } = kept[at];
    const said = answer === undefined
      ? []
      : step.answered.length
      ? [element("p", { class: "cv-strong" }, step.answered.at(answer) ?? "")] // the last one: nothing was chosen
      : [element("p", { class: "cv-said cv-quiet" }, ...this.#prediction(answer))];
    this.verdict = element("span");
    const task = element(
      "div",
      { class: "cv-task", tabindex: -1 },
      element("span", { class: "cv-tick", "aria-hidden": "true" }, "✓"),
      element("b", {}, ...written(step.task, step)),
      element("div", { class: "cv-verdict" }, this.verdict),
      button("Do it for me", () => this.board?.play(), { class: "cv-button cv-doit" }),
    );
    this.task = task;
    this.place?.replaceChildren(...said, task);
  }

  /** @param {number} answer @returns {(Node | string)[]} */
  #prediction(answer) {
    if (answer === UNSURE) return ["You were not sure."];
    return ["You predicted: ", element("b", {}, ...written(this.step.choices[answer], this.step)), "."];
  }

  /** Where there is no task: whether the answer was right, and why. */
  #showAnswer() {
    const { step, kept, at } = this;
    const answer = kept[at].answer ?? UNSURE;
    const isRight = answer === step.right;
    const isWrong = answer !== UNSURE && !isRight;
    const said = answer === UNSURE
      ? "You were not sure."
      : `You said ${step.choices[answer]}: ${isRight ? "right" : "not right"}.`;
    const [look, tick] = isRight ? [" cv-done", "✓"] : isWrong ? [" cv-missed", "✗"] : ["", ""];
    const task = element(
      "div",
      { class: `cv-task${look}`, tabindex: -1 },
      element("span", { class: "cv-tick", "aria-hidden": "true" }, tick),
      element("b", {}, said),
      element("div", { class: "cv-verdict" }, isRight ? "" : `Right: ${step.choices[step.right]}.`),
    );
    this.task = task;
    this.place?.replaceChildren(task);
    this.#freeze("At first", step.board);
    this.box.classList.add("cv-answered");
  }

  /** A task is ticked once, when nothing is in the hand. @param {Board} board */
  #check(board) {
    if (!this.isOpen || !this.step.task || this.kept[this.at].board || !isDone(this.step, board)) return;
    this.kept[this.at] = { ...this.kept[this.at], board };
    this.#finish(board);
    this.board?.say(`Task done. ${this.frozen?.textContent ?? ""}`);
    this.#report();
  }

  /** @param {Board} board when the task was done */
  #finish(board) {
    const { step, kept, at } = this;
    const { answer } = kept[at];
    const well = step.other.length ? "chose right" : "predicted it";
    const words = answer === undefined || answer === UNSURE
      ? "Done."
      : answer === step.right
      ? `Done, and you ${well}.`
      : `Done. “${step.choices[step.right]}” is right.`;
    this.task?.classList.add("cv-done");
    this.verdict?.replaceChildren(element("b", {}, ...written(words, step)));
    this.#freeze("When the task was done", board);
    this.words?.classList.remove("cv-covered");
    this.board?.fill();
    if (step.both) this.#offer(`Carry ${step.board.carried === "a" ? "B" : "A"}, too`, () => this.#carryOther());
  }

  /** @param {string} when @param {Board} board */
  #freeze(when, board) {
    const { step } = this;
    const said = written(step.done, step, fieldsOf(step, board));
    this.frozen?.replaceChildren(element("span", {}, `${when}:`), ...capitalised(said));
    if (this.frozen) this.frozen.dataset.board = JSON.stringify(board);
    for (const part of [this.frozen, this.take]) part?.classList.remove("cv-covered");
  }

  /** @param {string} label @param {() => void} act */
  #offer(label, act) {
    this.frozen?.append(button(label, act, { class: "cv-button" }));
  }

  #carryOther() {
    const { carried } = this.board?.board ?? this.step.board;
    this.board?.take(carried === "a" ? "b" : "a");
    this.frozen?.querySelector(".cv-button")?.replaceChildren(`Carry ${carried.toUpperCase()}`);
  }

  /** What is true of the board now. @param {Board} board */
  #said(board) {
    const { step } = this;
    const fields = fieldsOf(step, board);
    this.rule?.replaceChildren(...written(step.rule, step, fields));
    if (!this.live || !this.isOpen) return;
    const said = written(liveText(step, board), step, fields);
    this.live.replaceChildren(element("div", {}, element("span", {}, "Now on the board"), ...said));
  }

  #report() {
    this.options.report(this.at, this.kept);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = event.composedPath()[0];
    const typed = at instanceof Element && at.closest("input, textarea, select, [contenteditable=true]") !== null;
    const asked = !this.isOpen && !event.defaultPrevented &&
      this.box.checkVisibility({ visibilityProperty: true }); // until a page is drawn, it hides what is there already
    if (typed || !asked || hasModifier(event) || event.repeat) return;
    this.choices?.[Number(event.key) - 1]?.click();
  }
}

/** Whether all tasks of a lesson were done. @param {Lesson} lesson @param {Kept[]} kept */
export const isLearnt = ({ steps }, kept) => steps.every((step, i) => !step.task || kept[i]?.board);

/** @param {(Node | string)[]} nodes */
const capitalised = ([first, ...rest]) => [
  typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : first,
  ...rest,
];
