// The lessons one after another: a list to choose from, and the board.
import { element } from "../board/html.js";
import { mount, UNSURE } from "../board/lesson.js";
import { rail } from "../board/rail.js";
import { contentOf, write } from "./address.js";
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
  const lessons = [...data.lessons, ...data.own];
  for (const [key, reached] of readReached(query.answers ?? "", lessons.length)) REACHED.set(key, reached);
  const wanted = query.lesson ?? LAST.lesson;
  const at = Math.max(0, lessons.findIndex((_, i) => nameOf(i) === wanted));
  const lesson = lessons[at];
  const name = nameOf(at);
  LAST.lesson = name;
  const root = element("div", { class: "board" });
  main.replaceChildren(element("h1", { class: "heard" }, "Lessons"), root);
  const shadow = root.attachShadow({ mode: "open" });
  shadow.append(contentOf("board"));
  const [rails, host] = [".cv-rails", ".cv-host"].map((part) => shadow.querySelector(part));
  if (!(host instanceof HTMLElement) || !rails) throw new Error("The board has no place.");
  const list = () => {
    const entries = lessons.map(({ title }, i) => {
      const label = i < data.lessons.length ? String(i + 1) : `+${i - data.lessons.length + 1}`;
      return { label, title, done: REACHED.get(nameOf(i))?.done ?? false };
    });
    rails.replaceChildren(rail(entries, at, open));
  };
  list();
  const reached = REACHED.get(name);
  const keep = () => write({ show: "lessons", lesson: name, ...(REACHED.size ? { answers: writeReached() } : {}) });
  keep();
  const next = at + 1 < lessons.length
    ? { label: "Next lesson →", go: () => open(at + 1) }
    : { label: "To the quiz →", go: () => go({ show: "quiz" }) };
  const mounted = mount(host, { lesson, answer: reached?.answer ?? null, done: reached?.done ?? false }, {
    back: at ? { label: "← Back", go: () => open(at - 1) } : null,
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
    go({ show: "lessons", lesson: nameOf(i) });
    scrollTo(0, 0);
  }

  /** @param {number} i */
  function nameOf(i) {
    return i < data.lessons.length ? lessons[i].key : `own-${i - data.lessons.length + 1}`;
  }
}

/** `carry.1d`: the answer to a lesson, 0 for not sure, and whether its task was done. */
const writeReached = () =>
  [...REACHED].map(([key, { answer, done }]) => `${key}.${answer + 1}${done ? "d" : ""}`).join(" ");

/** @param {string} text @param {number} most @returns {[string, Reached][]} */
const readReached = (text, most) =>
  text.split(" ").slice(0, most).flatMap((part) => {
    const [, key, answer, done] = part.match(/^([\w-]+)\.([0-3])(d?)$/) ?? [];
    return key ? [[key, { answer: Number(answer) - 1, done: done === "d" }]] : [];
  });
