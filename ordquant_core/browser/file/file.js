// The file that needs no server: it shows the part that its address names.
import { element } from "../board/html.js";
import { asked } from "../draw/built.js";
import { Course } from "../lessons/course.js";
import { keep, kept } from "../lessons/progress.js";
import { contentOf, read, write } from "./address.js";
import { showCompare } from "./canvas_part.js";
/** @import { Lessons } from "../board/step.d.ts" */
/** @import { Limits, Picture } from "../draw/picture.js" */
/** @import { Query } from "./address.js" */

/** What the file holds, as ordquant_core/teaching/one_file.py writes it. */
/** @typedef {{ course: Lessons, picture: Picture, limits: Limits, words: Record<string, string> }} Data */

const main = document.querySelector("main");
const text = document.getElementById("data")?.textContent;
if (!main || !text) throw new Error("The file is damaged.");
/** @type {Data} */
const data = JSON.parse(text);

/** @type {Record<string, (main: HTMLElement, query: Query) => () => void>} */
const PARTS = {
  lessons: showLessons,
  page: showSummary,
  compare: (main, query) => showCompare(main, data, query, go),
};
let end = () => {};
const PLACE = "place"; // where somebody was, beside what they did

/** @param {HTMLElement} main @param {Query} query */
function showLessons(main, query) {
  document.title = "Lessons · OrdQuant";
  const root = element("div", { class: "board" });
  main.replaceChildren(element("h1", { class: "heard" }, "Lessons"), root);
  const shadow = root.attachShadow({ mode: "open" });
  shadow.append(contentOf("course"));
  const [rails, host] = [".cv-rails", ".cv-host"].map((part) => shadow.querySelector(part));
  if (!(host instanceof HTMLElement) || !(rails instanceof HTMLElement)) throw new Error("The lessons have no place.");
  const course = new Course(rails, host, data.course, {
    write: (said) => {
      keep(PLACE, said);
      write({ show: "lessons", ...said });
    },
    compare: (picture, switches) => {
      const { gold, a, b } = picture;
      const drawn = { classes: data.picture.classes, gold, a, b, name_a: "System A", name_b: "System B" };
      const link = element("a", { class: "cv-link", href: "#show=compare" }, "Open in Compare");
      link.addEventListener("click", (event) => {
        event.preventDefault(); // in a frame a link may lead away
        go({ show: "compare", picture: JSON.stringify(drawn), ...(switches ? asked(switches) : {}) });
      });
      return link;
    },
  });
  course.show(query.lesson ? query : /** @type {Query} */ (kept()[PLACE] ?? {}));
  return () => course.destroy();
}

/** @param {HTMLElement} main */
function showSummary(main) {
  document.title = "Lessons on one page · OrdQuant";
  main.replaceChildren(element("h1", {}, "All on one page"), contentOf("summary"));
  return () => {};
}

/** @param {Query} query */
function show(query) {
  const part = query.show in PARTS ? query.show : "lessons";
  end();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#show=${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (main) end = PARTS[part](main, query);
}

/** @param {Query} query */
function go(query) {
  write(query, true);
  show(query);
  scrollTo(0, 0);
}

for (const link of document.querySelectorAll("nav a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault(); // in a frame a link may lead away
    go({ show: (link.getAttribute("href") ?? "").slice("#show=".length) });
  });
}
addEventListener("hashchange", () => show(read()));
show(read());
