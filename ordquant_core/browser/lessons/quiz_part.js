// The quiz of the file: one of those that it holds.
import { button, element } from "../board/html.js";
import { mountQuiz } from "../quiz/quiz.js";
import { contentOf, write } from "./address.js";
/** @import { Query } from "./address.js" */
/** @import { Data } from "./lessons.d.ts" */
/** @import { Item, Level } from "../quiz/quiz.d.ts" */

/** Where one was before another part of the file was opened. @type {Query} */
const LAST = {};
const SITTING = /^\d{10}\.(\d|10)$/;

/**
 * @param {HTMLElement} main
 * @param {Data} data
 * @param {Query} query
 * @param {(query: Query) => void} go
 * @returns {() => void} what ends it
 */
export function showQuiz(main, data, query, go) {
  document.title = "Quiz · OrdQuant";
  const { level, seed, sitting = "" } = quizOf(data, query.level, query.seed) ? query : LAST;
  const quiz = quizOf(data, level, seed) ?? data.quizzes[0];
  const host = element("div", { class: "quiz" });
  main.replaceChildren(element("h1", { class: "heard" }, "Quiz"), host);
  const root = host.attachShadow({ mode: "open" });
  const box = element("div");
  root.append(contentOf("quiz"), box);
  const count = (/** @type {Level} */ of) => data.quizzes.filter((one) => one.level === of).length;
  const quizzes = { easy: count("easy"), medium: count("medium"), hard: count("hard") };
  const mounted = mountQuiz(box, { ...data, quizzes, quiz, sitting: SITTING.test(sitting) ? sitting : "" }, {
    draw: () => contentOf("draw"),
    choose: (level, seed) => {
      const chosen = quizOf(data, level, String(seed));
      if (chosen) mounted.take(chosen);
      keep();
    },
    report: keep,
    lesson: (key) => go({ show: "lessons", lesson: key }),
    compare: (item) =>
      button("Open in Compare", () => go({ show: "compare", picture: JSON.stringify(pictureOf(item)) })),
  });
  keep();
  return () => mounted.destroy();

  function keep() {
    const { level, seed, sitting } = mounted.now();
    Object.assign(LAST, { level, seed: String(seed), sitting });
    write({ show: "quiz", level, seed: String(seed), ...(sitting ? { sitting } : {}) });
  }
}

/** @param {Data} data @param {string | undefined} level @param {string | undefined} seed */
const quizOf = ({ quizzes }, level, seed) => quizzes.find((one) => one.level === level && String(one.seed) === seed);

/** @param {Item} item */
const pictureOf = ({ classes, gold, a, b }) => ({ classes, gold, a, b, name_a: "System A", name_b: "System B" });
