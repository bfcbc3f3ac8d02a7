// The quiz: its beginning, ten questions with their explanations, the result with its code.
import { button, element } from "../board/html.js";
import { hasModifier } from "../draw/nodes.js";
import { write } from "./address.js";
import { showCanvas } from "./canvas_part.js";
import { answerOf, heading, resultOf, stateOf } from "./quiz_result.js";
import { writeCode } from "./result_codes.js";
/** @import { Query } from "./address.js" */
/** @import { Choice, Data, Item, Quiz } from "./lessons.d.ts" */
/** @import { Editor } from "../draw/editor.js" */

/** @typedef {{ quiz: Quiz, states: number[], at: number }} Sitting */

/** Where one was before another part of the file was opened. @type {{ sitting: Sitting | null }} */
const LAST = { sitting: null };

/**
 * @param {HTMLElement} main
 * @param {Data} data
 * @param {Query} query
 * @param {(query: Query) => void} go
 * @returns {() => void} what ends it
 */
export function showQuiz(main, data, query, go) {
  const ended = new AbortController();
  /** @type {Editor | null} */
  let editor = null;
  /** @type {Sitting | null} */
  let sitting = readSitting(query, data) ?? LAST.sitting;
  document.title = "Quiz · OrdQuant";
  document.addEventListener("keydown", key, { signal: ended.signal });
  draw();
  return () => {
    ended.abort();
    editor?.destroy();
  };

  function draw() {
    editor?.destroy();
    editor = null;
    LAST.sitting = sitting;
    if (!sitting) main.replaceChildren(...beginning());
    else {
      write(querySaid(sitting, data));
      if (sitting.at < sitting.states.length) question(sitting);
      else main.replaceChildren(...resultShown(sitting));
    }
  }

  /** @param {Partial<Sitting>} changes */
  function change(changes) {
    if (sitting) sitting = { ...sitting, ...changes };
    draw();
    scrollTo(0, 0);
    const title = main.querySelector("h2[tabindex]") ?? main.querySelector("h1");
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
  }

  function beginning() {
    write({ show: "quiz" });
    const level = select("Level", data.codes.levels.map((one) => [one, one[0].toUpperCase() + one.slice(1)]));
    const seed = select("Quiz", []);
    const offer = () =>
      seed.replaceChildren(
        ...data.quizzes.filter((quiz) => quiz.level === level.value).map((quiz, i) =>
          element("option", { value: quiz.seed }, `${i + 1} (seed ${quiz.seed})`)
        ),
      );
    offer();
    level.addEventListener("change", offer);
    const begin = button("Begin →", () => {
      const quiz = data.quizzes.find((one) => one.level === level.value && one.seed === Number(seed.value));
      if (!quiz) return;
      sitting = { quiz, states: quiz.items.map(() => 0), at: 0 };
      change({});
    }, { class: "first" });
    const labelled = (/** @type {string} */ label, /** @type {HTMLElement} */ node) =>
      element("label", {}, label, node);
    return [
      element("h1", { tabindex: -1 }, "Quiz"),
      element("p", { class: "verdict" }, "Ten pictures, ten questions: which estimate does the measure prefer?"),
      element(
        "p",
        { class: "muted" },
        "On each picture, two of NMD, RNOD, NVD and DNKT disagree. Say how sure you are. Each answer is explained " +
          "immediately. Smaller scores are better. There is no timer. For a class: everybody takes the same level and " +
          "the same quiz.",
      ),
      element("div", { class: "row" }, labelled("Level", level), labelled("Quiz", seed), begin),
    ];
  }

  /** @param {Sitting} of */
  function question({ quiz, states, at }) {
    const item = quiz.items[at];
    const answer = answerOf(states[at]);
    const host = element("div", { class: "canvas" });
    const said = element("div", { class: "card said" });
    if (answer) said.append(...explained(item, answer.choice));
    else said.append(...asked(item));
    const back = at ? [button("← Back", () => change({ at: at - 1 }))] : [];
    const last = at + 1 === states.length;
    const on = button(last ? "Result →" : "Next question →", () => change({ at: at + 1 }), {
      class: "first end",
      disabled: !answer,
    });
    main.replaceChildren(
      element(
        "div",
        { class: "bar" },
        element("h1", { tabindex: -1 }, `Question ${at + 1} of ${states.length}`),
        dots(quiz, states, at),
      ),
      element("div", { class: "two" }, element("div", { class: "card" }, host), said),
      element("div", { class: "bar foot" }, ...back, on),
    );
    const { classes, gold, a, b } = item;
    const picture = { classes, gold, a, b, name_a: "System A", name_b: "System B", positions: null };
    editor = showCanvas(host, data, picture, { locked: true });
  }

  /** @param {Item} item */
  function asked(item) {
    /** @type {Choice | null} */
    let chosen = null;
    const sure = data.confidences.map(({ key, label }) =>
      button(label, () => chosen && give(stateOf(chosen, key)), { disabled: true, "data-sure": key })
    );
    const choices = item.choices.map(({ key, label }) => {
      const node = button(label, () => {
        chosen = key;
        for (const one of choices) one.setAttribute("aria-pressed", String(one === node));
        for (const one of sure) one.disabled = false;
      }, { "aria-pressed": "false", "data-choice": key });
      return node;
    });
    return [
      element("h2", {}, item.question),
      element("div", { class: "three", role: "group", "aria-label": item.question }, ...choices),
      element("p", { id: "sure" }, "How sure are you? ", element("span", { class: "muted" }, "It shows the answer.")),
      element("div", { class: "three", role: "group", "aria-labelledby": "sure" }, ...sure),
      element("p", { class: "muted" }, "Bars: the votes of the gold. Outlines: the estimates."),
    ];
  }

  /** @param {Item} item @param {Choice} choice */
  function explained(item, choice) {
    const drawn = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The reason, drawn" });
    drawn.innerHTML = item.drawn; // of the file, never of a visitor
    return [
      element("h2", { tabindex: -1 }, heading(item, choice)),
      element("p", {}, item.why),
      drawn,
      element("p", { class: "muted" }, item.caption),
    ];
  }

  /** @param {number} state */
  function give(state) {
    if (!sitting) return;
    const { states, at } = sitting;
    change({ states: states.map((before, i) => i === at ? state : before) });
  }

  /** @param {Sitting} of */
  function resultShown({ quiz, states }) {
    const found = resultOf(quiz.items, states, data);
    const code = writeCode(data.codes, quiz.level, quiz.seed, states);
    const share = (/** @type {number} */ part, /** @type {number | null} */ expected = null) =>
      element(
        "div",
        { class: "share" },
        element("i", { style: `width:${100 * part}%` }),
        ...(expected === null ? [] : [element("b", { style: `left:${100 * expected}%` })]),
      );
    const titleOf = (/** @type {string} */ key) => data.lessons.find((lesson) => lesson.key === key)?.title ?? "";
    const again = [...new Set(found.byMeasure.filter((one) => one.right < one.asked).map(({ repeat }) => repeat))];
    const following = data.quizzes.filter(({ level }) => level === quiz.level);
    const another = following[(following.indexOf(quiz) + 1) % following.length];
    const percent = (/** @type {number} */ part) => `${Math.round(100 * part)}%`;
    return [
      element("h1", { tabindex: -1 }, "Your result"),
      element("p", { class: "verdict" }, found.finding),
      element("p", { class: "muted" }, found.because),
      element(
        "div",
        { class: "two" },
        card(
          "Score by measure",
          table(
            ["Measure", "", "right"],
            found.byMeasure.map(({ measure, right, asked }) => [
              measure,
              share(right / asked),
              `${right} of ${asked}`,
            ]),
          ),
          ...again.filter(titleOf).map((key) =>
            button(`Repeat: ${titleOf(key)}`, () => go({ show: "lessons", lesson: key }))
          ),
        ),
        card(
          "Calibration: how often were you right?",
          table(
            ["You were", "", "right"],
            found.calibration.map(({ label, right, given, expected }) => [
              label,
              share(given ? right / given : 0, expected),
              given ? `${right} of ${given}, expected ${percent(expected)}` : "–",
            ]),
          ),
        ),
        card(
          "You answered as … would",
          table(
            ["", "", "your answers agree"],
            found.profile.filter(({ given }) => given).map(({ name, same, given }) => [
              name,
              share(same / given),
              `${same} of ${given}`,
            ]),
          ),
          element("p", { class: "muted" }, "One answer can be that of several readings."),
        ),
        card(
          "Result code to hand in",
          element("code", { id: "code" }, code),
          element("p", { class: "muted" }, "It contains your answers, the level and the seed, but no name."),
          element(
            "div",
            { class: "row" },
            button("Review the questions", () => change({ at: 0 })),
            button("Choose a level", () => {
              sitting = null;
              change({});
            }),
            button("Another quiz →", () => {
              sitting = { quiz: another, states: another.items.map(() => 0), at: 0 };
              change({});
            }, { class: "first" }),
          ),
        ),
      ),
    ];
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (hasModifier(event) || event.target instanceof HTMLSelectElement) return;
    const choice = { a: "a", t: "tie", b: "b" }[event.key.toLowerCase()];
    const sure = { 1: "guess", 2: "fairly", 3: "sure" }[event.key];
    const selector = choice ? `[data-choice=${choice}]` : sure ? `[data-sure=${sure}]` : "";
    const node = selector ? main.querySelector(selector) : null;
    if (node instanceof HTMLButtonElement) node.click();
  }
}

/** @param {Quiz} quiz @param {number[]} states @param {number} at */
function dots({ items }, states, at) {
  const marks = items.map((item, i) => {
    const answer = answerOf(states[i]);
    const words = !answer ? "not answered" : answer.choice === item.right ? "right" : "not right";
    const look = !answer ? i === at ? "now" : "" : answer.choice === item.right ? "done" : "wrong";
    return element("i", { class: look, title: `question ${i + 1}: ${words}` });
  });
  const given = states.filter(Boolean).length;
  return element("div", { class: "dots", role: "img", "aria-label": `${given} of ${items.length} answered` }, ...marks);
}

/** @param {string} title @param {(Node | string)[]} content */
const card = (title, ...content) => element("section", { class: "card" }, element("h2", {}, title), ...content);

/** @param {string[]} head @param {(Node | string)[][]} rows */
const table = (head, rows) =>
  element(
    "table",
    { class: "oq-table result" },
    element("thead", {}, element("tr", {}, ...head.map((word) => element(word ? "th" : "td", {}, word)))),
    element(
      "tbody",
      {},
      ...rows.map(([first, ...others]) =>
        element("tr", {}, element("th", { scope: "row" }, first), ...others.map((one) => element("td", {}, one)))
      ),
    ),
  );

/** @param {string} label @param {string[][]} options */
const select = (label, options) =>
  element("select", { "aria-label": label }, ...options.map(([value, words]) => element("option", { value }, words)));

/** @param {Sitting} sitting @param {Data} data @returns {Query} */
const querySaid = ({ quiz, states, at }, data) => ({
  show: "quiz",
  level: quiz.level,
  seed: String(quiz.seed),
  sitting: `${data.codes.edition}.${states.join("")}.${at}`,
});

/** @param {Query} query @param {Data} data @returns {Sitting | null} */
function readSitting({ level, seed, sitting = "" }, data) {
  const quiz = data.quizzes.find((one) => one.level === level && String(one.seed) === seed);
  const [, edition, states, at] = sitting.match(/^(\d+)\.(\d+)\.(\d+)$/) ?? [];
  if (!quiz || Number(edition) !== data.codes.edition || states.length !== quiz.items.length) return null;
  return { quiz, states: [...states].map(Number), at: Math.min(Number(at), states.length) };
}
