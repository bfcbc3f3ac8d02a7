// The lessons one after another: a list to choose from, and the board.
import { element } from "../board/html.js";
import { mount, UNSURE } from "../board/lesson.js";
import { rail } from "../board/rail.js";
import { contentOf, write } from "./address.js";
/** @import { Lesson } from "../board/lesson.d.ts" */
/** @import { Data } from "./lessons.d.ts" */
/** @import { Query } from "./address.js" */

/** @typedef {{ answer: number, done: boolean }} Reached */

/** What was reached in each lesson, as long as the file is open. @type {Map<string, Reached>} */
const REACHED = new Map();
const LAST = { lesson: "" };

/**
 * @param {HTMLElement} main
 * @param {Data} data
 * @param {Query} query
 * @param {(query: Query) => void} go
 * @returns {() => void} what ends it
 */
export function showLessons(main, data, query, go) {
  const lessons = pagesOf(data);
  for (const [key, reached] of readReached(query.answers ?? "", lessons.length)) REACHED.set(key, reached);
  const wanted = query.lesson ?? LAST.lesson;
  const at = Math.max(0, lessons.findIndex(({ name }) => name === wanted));
  const { lesson, name, label } = lessons[at];
  LAST.lesson = name;
  const root = element("div", { class: "board" });
  main.replaceChildren(element("h1", { class: "heard" }, "Lessons"), root);
  const shadow = root.attachShadow({ mode: "open" });
  shadow.append(contentOf("board"));
  const [rails, host] = [".cv-rails", ".cv-host"].map((part) => shadow.querySelector(part));
  if (!(host instanceof HTMLElement) || !rails) throw new Error("The board has no place.");
  const list = () => {
    const numbered = lessons.map((page, i) => ({ ...page, i })).filter(({ lesson }) => !isTransfer(lesson, data));
    const entries = numbered.map((page) => ({
      label: page.label,
      title: page.lesson.title,
      done: REACHED.get(page.name)?.done ?? false,
    }));
    const now = numbered.findIndex((page) => page.label === label);
    rails.replaceChildren(rail(entries, now, (to) => open(numbered[to].i)));
  };
  list();
  const reached = REACHED.get(name);
  const keep = () => write({ show: "lessons", lesson: name, ...(REACHED.size ? { answers: writeReached() } : {}) });
  keep();
  const next = at + 1 < lessons.length
    ? { label: `${lessons[at + 1].lesson.title} →`, go: () => open(at + 1) }
    : { label: "Quiz →", go: () => go({ show: "quiz" }) };
  const back = at ? { label: "← Back", go: () => open(at - 1) } : null;
  const mounted = mount(host, { lesson, answer: reached?.answer ?? null, done: reached?.done ?? false }, {
    back,
    next,
    report: (step) => {
      const now = REACHED.get(name) ?? { answer: UNSURE, done: false };
      if (step.kind === "answer") REACHED.set(name, { ...now, answer: step.answer });
      if (step.kind === "done") REACHED.set(name, { ...now, done: true });
      if (step.kind === "done") list();
      keep();
    },
  });
  document.title = `${lesson.title} · OrdQuant`;
  return () => mounted.destroy();

  /** @param {number} i */
  function open(i) {
    go({ show: "lessons", lesson: lessons[i].name });
    scrollTo(0, 0);
  }
}

/**
 * All that one goes through, each with its number, which a question on a new picture shares with its lesson.
 * @param {Data} data
 */
const pagesOf = ({ lessons, transfers }) =>
  lessons.flatMap((lesson, i) =>
    [lesson, transfers[i]].map((page) => ({ lesson: page, name: page.key, label: String(i + 1) }))
  );

/** @param {Lesson} lesson @param {Data} data */
const isTransfer = (lesson, { transfers }) => transfers.includes(lesson);

/** `carry.1d`: the answer to a lesson, 0 for not sure, and whether its task was done. */
const writeReached = () =>
  [...REACHED].map(([key, { answer, done }]) => `${key}.${answer + 1}${done ? "d" : ""}`).join(" ");

/** @param {string} text @param {number} most @returns {[string, Reached][]} */
const readReached = (text, most) =>
  text.split(" ").slice(0, most).flatMap((part) => {
    const [, key, answer, done] = part.match(/^([\w-]+)\.([0-3])(d?)$/) ?? [];
    return key ? [[key, { answer: Number(answer) - 1, done: done === "d" }]] : [];
  });
