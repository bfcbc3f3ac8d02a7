// The quiz: its beginning, ten questions with their explanations, the result. It needs neither Streamlit nor Python.
import { button, element } from "../board/html.js";
import { hasModifier } from "../draw/nodes.js";
import { showCanvas } from "../draw/show.js";
import { CHOICES, CONFIDENCES, EXPECTED } from "./answers.js";
import { answerOf, heading, resultOf, stateOf } from "./quiz_result.js";
/** @import { Choice, Data, Item, Level, Options, Quiz } from "./quiz.d.ts" */
/** @import { Editor } from "../draw/editor.js" */

const HEIGHT = 380; // px of a picture
const KEYS = /** @type {Record<string, string>} */ ({
  a: "choice-a",
  t: "choice-tie",
  b: "choice-b",
  1: "sure-guess",
  2: "sure-fairly",
  3: "sure-sure",
  enter: "on",
  arrowright: "on",
  arrowleft: "back",
});
/** What needs a key itself: a field all of them, a button or a link Enter, what has a value the arrows. */
const OWN = {
  field: "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]",
  enter: "button, a, summary, [role=button], [role=menuitem], [role=option]",
  arrow: "[role=slider]:not([aria-disabled=true]), [role=radio], [role=tab], [role=menuitem], input, iframe",
};

/** @typedef {{ level: Level, seed: number, sitting: string }} Now what a link says */
/** @typedef {{ take: (quiz: Quiz) => void, now: () => Now, awaits: () => boolean, destroy: () => void }} Mounted */

/**
 * Show a quiz in an element.
 * @param {HTMLElement} host
 * @param {Data} data
 * @param {Options} options
 * @returns {Mounted}
 */
export function mountQuiz(host, data, options) {
  const ended = new AbortController();
  const box = element("div", { class: `qz${options.stage ? " qz-stage" : ""}` });
  /** @type {Editor | null} */
  let editor = null;
  let quiz = data.quiz;
  let { states, at } = read(data.sitting);
  /** What was chosen, until its questions are here, and whether it begins then. */
  let wanted = /** @type {{ level: Level, seed: number, begins: boolean } | null} */ (null);
  host.replaceChildren(box);
  document.addEventListener("keydown", press, { signal: ended.signal });
  draw();
  return {
    take,
    now: () => ({ level: quiz.level, seed: quiz.seed, sitting: states ? `${states.join("")}.${at}` : "" }),
    awaits: () => wanted !== null,
    destroy: () => {
      ended.abort();
      editor?.destroy();
    },
  };

  /** @param {Quiz} taken */
  function take(taken) {
    if (wanted && (taken.level !== wanted.level || taken.seed !== wanted.seed)) return;
    const begins = wanted?.begins ?? false;
    quiz = taken;
    wanted = null;
    if (begins) begin();
    else draw();
  }

  /** @param {Level} level @param {number} seed @param {boolean} begins */
  function want(level, seed, begins) {
    wanted = { level, seed, begins };
    const on = box.querySelector("[data-key=on]");
    if (on instanceof HTMLButtonElement) on.disabled = true;
    options.choose(level, seed);
  }

  function draw() {
    editor?.destroy();
    editor = null;
    if (!states) beginning();
    else if (at < states.length) question(states);
    else box.replaceChildren(...resultShown(states));
  }

  function begin() {
    change(quiz.items.map(() => 0), 0);
  }

  /** @param {number[]} now @param {number} shown */
  function change(now, shown) {
    states = now;
    at = shown;
    draw();
    options.report();
    const title = box.querySelector(".qz-said h3[tabindex]") ?? box.querySelector("h2");
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
    if (box.getBoundingClientRect().top < 0) box.scrollIntoView();
  }

  /** The lists stay while another quiz is waited for: whoever chooses by keys goes on. */
  function beginning() {
    const known = box.querySelector("[data-key=on]");
    if (known instanceof HTMLButtonElement) {
      known.disabled = false;
      return;
    }
    const levels = /** @type {Level[]} */ (Object.keys(data.quizzes));
    const level = select("Level", levels.map((one) => [one, one[0].toUpperCase() + one.slice(1)]));
    const seed = select("Quiz", []);
    level.value = quiz.level;
    const offer = (/** @type {number} */ chosen) => {
      const numbers = Array.from({ length: data.quizzes[/** @type {Level} */ (level.value)] }, (_, i) => i + 1);
      if (!numbers.includes(chosen)) numbers.push(chosen);
      seed.replaceChildren(...numbers.map((one) => element("option", { value: one }, String(one))));
      seed.value = String(chosen);
    };
    offer(quiz.seed);
    const wish = () => want(/** @type {Level} */ (level.value), Number(seed.value), false);
    level.addEventListener("change", () => {
      offer(1);
      wish();
    });
    seed.addEventListener("change", wish);
    box.replaceChildren(
      element("p", { class: "qz-verdict" }, "Ten pictures, ten questions: which estimate does the measure prefer?"),
      element(
        "p",
        { class: "qz-quiet" },
        "On each picture, two of NMD, RNOD, NVD and DNKT disagree. Say how sure you are. Each answer is explained " +
          "immediately. Smaller scores are better. There is no timer. For a class: everybody takes the same level and " +
          "the same quiz.",
      ),
      element(
        "div",
        { class: "qz-row" },
        element("label", {}, "Level", level),
        element("label", {}, "Quiz", seed),
        button("Begin →", begin, { class: "qz-first", "data-key": "on" }),
      ),
    );
  }

  /** @param {number[]} given */
  function question(given) {
    const item = quiz.items[at];
    const answer = answerOf(given[at]);
    const host = element("div", { class: "qz-canvas" });
    const said = element(
      "div",
      { class: "qz-card qz-said" },
      ...(answer ? explained(item, answer.choice) : asked(item)),
    );
    const last = at + 1 === given.length;
    const on = button(last ? "Result →" : "Next question →", () => change(given, at + 1), {
      class: "qz-first qz-end",
      disabled: !answer,
      "data-key": "on",
      "aria-keyshortcuts": "Enter ArrowRight",
    });
    box.replaceChildren(
      element(
        "div",
        { class: "qz-bar" },
        element("h2", { tabindex: -1 }, `Question ${at + 1} of ${given.length}`),
        dots(quiz, given, at),
      ),
      element("div", { class: "qz-two" }, element("div", { class: "qz-card" }, host), said),
      element(
        "div",
        { class: "qz-bar" },
        ...(at
          ? [button("← Back", () => change(given, at - 1), { "data-key": "back", "aria-keyshortcuts": "ArrowLeft" })]
          : []),
        on,
      ),
    );
    const { classes, gold, a, b } = item;
    const picture = { classes, gold, a, b, name_a: "System A", name_b: "System B", positions: null };
    editor = showCanvas(host, options.draw(), picture, data.limits, {
      height: HEIGHT,
      locked: true,
      large: options.stage,
    });
  }

  /** @param {Item} item */
  function asked(item) {
    /** @type {Choice | null} */
    let chosen = null;
    const sure = CONFIDENCES.map(([key, label], i) =>
      button(label, () => chosen && give(stateOf(chosen, key)), {
        disabled: true,
        "data-key": `sure-${key}`,
        "aria-keyshortcuts": String(i + 1),
      })
    );
    const choices = CHOICES.map(([key, label]) => {
      const node = button(label, () => {
        chosen = key;
        for (const one of choices) one.setAttribute("aria-pressed", String(one === node));
        for (const one of sure) one.disabled = false;
      }, { "aria-pressed": "false", "data-key": `choice-${key}`, "aria-keyshortcuts": key[0] });
      return node;
    });
    return [
      element("h3", {}, item.question),
      element("div", { class: "qz-three qz-choices", role: "group", "aria-label": item.question }, ...choices),
      element(
        "p",
        { id: "sure" },
        "How sure are you? ",
        element("span", { class: "qz-quiet" }, "It shows the answer."),
      ),
      element("div", { class: "qz-three", role: "group", "aria-labelledby": "sure" }, ...sure),
      element(
        "p",
        { class: "qz-quiet" },
        "Bars: the votes of the gold. Outlines: the estimates. Smaller scores are better.",
      ),
    ];
  }

  /** @param {Item} item @param {Choice} choice */
  function explained(item, choice) {
    const drawn = element("div", {
      class: "qz-scroll",
      tabindex: 0,
      role: "region",
      "aria-label": "The reason, drawn",
    });
    drawn.innerHTML = item.drawn; // made by the core, never by a visitor
    return [
      element("h3", { tabindex: -1 }, heading(item, choice)),
      element("p", {}, item.why),
      drawn,
      element("p", { class: "qz-quiet" }, item.caption),
      options.compare(item),
    ];
  }

  /** @param {number} state */
  function give(state) {
    if (states) change(states.map((before, i) => i === at ? state : before), at);
  }

  /** @param {number[]} given */
  function resultShown(given) {
    const found = resultOf(quiz.items, given, data.readings);
    const again = [...new Set(found.byMeasure.filter((one) => one.right < one.asked).map(({ repeat }) => repeat))];
    const percent = (/** @type {number} */ part) => `${Math.round(100 * part)}%`;
    return [
      element("h2", { class: "qz-verdict", tabindex: -1 }, found.finding),
      element("p", { class: "qz-quiet" }, found.because),
      element(
        "div",
        { class: "qz-two" },
        card(
          "Score by measure",
          table(
            ["Measure", "", "right"],
            found.byMeasure.map(({ measure, right, asked }) => [measure, share(right / asked), `${right} of ${asked}`]),
          ),
          element(
            "div",
            { class: "qz-row" },
            ...again.map((key) => button(`Repeat: ${data.titles[key]}`, () => options.lesson(key))),
          ),
        ),
        card(
          "Calibration: how often were you right?",
          table(
            ["You were", "", "right"],
            found.calibration.map(({ key, right, given }) => [
              Object.fromEntries(CONFIDENCES)[key],
              share(given ? right / given : 0, EXPECTED[key]),
              given ? `${right} of ${given}, expected ${percent(EXPECTED[key])}` : "–",
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
          element("p", { class: "qz-quiet" }, "One answer can be that of several readings."),
        ),
        card(
          "Go on",
          element("p", { class: "qz-quiet" }, "The link of this page holds your answers: a reload keeps them."),
          element(
            "div",
            { class: "qz-row" },
            button("Review the questions", () => change(given, 0)),
            button("Choose a level", () => {
              states = null;
              box.replaceChildren();
              draw();
              options.report();
              box.querySelector("select")?.focus({ preventScroll: true });
            }),
            button("Another quiz →", () => want(quiz.level, (quiz.seed % data.quizzes[quiz.level]) + 1, true), {
              class: "qz-first",
              "data-key": "on",
            }),
          ),
        ),
      ),
    ];
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const key = event.key.toLowerCase();
    const wish = KEYS[key];
    const target = event.composedPath()[0];
    if (!wish || hasModifier(event) || event.repeat || event.defaultPrevented) return;
    const own = key.startsWith("arrow")
      ? `${OWN.field}, ${OWN.arrow}`
      : key === "enter"
      ? `${OWN.field}, ${OWN.enter}`
      : OWN.field;
    if (target instanceof Element && target.closest(own)) return;
    const node = box.querySelector(`[data-key=${wish}]`);
    if (!(node instanceof HTMLButtonElement) || node.disabled) return;
    event.preventDefault();
    node.click();
  }
}

/** What a link says of a quiz that is taken; null before it begins. @param {string} sitting */
function read(sitting) {
  const [states, at] = sitting.split(".");
  return { states: states ? [...states].map(Number) : null, at: Number(at ?? 0) };
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
  const said = `${given} of ${items.length} answered`;
  return element("div", { class: "qz-dots", role: "img", "aria-label": said }, ...marks);
}

/** A bar as long as a part, with a line where it is expected to end. @param {number} part @param {number | null} expected */
const share = (part, expected = null) =>
  element(
    "div",
    { class: "qz-share" },
    element("i", { style: `width:${100 * part}%` }),
    ...(expected === null ? [] : [element("b", { style: `left:${100 * expected}%` })]),
  );

/** @param {string} title @param {(Node | string)[]} content */
const card = (title, ...content) => element("section", { class: "qz-card" }, element("h3", {}, title), ...content);

/** @param {string[]} head @param {(Node | string)[][]} rows */
const table = (head, rows) =>
  element(
    "table",
    { class: "oq-table qz-result" },
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
