// The file that needs no server: it shows the part that its address names.
import { read, write } from "./address.js";
import { showCompare } from "./canvas_part.js";
import { showLessons } from "./lesson_part.js";
import { showQuiz } from "./quiz_part.js";
/** @import { Query } from "./address.js" */
/** @import { Data } from "./lessons.d.ts" */

const main = document.querySelector("main");
const text = document.getElementById("data")?.textContent;
if (!main || !text) throw new Error("The file is damaged.");
/** @type {Data} */
const data = JSON.parse(text);

const PARTS = { lessons: showLessons, quiz: showQuiz, compare: showCompare };
let end = () => {};

/** @param {Query} query */
function show(query) {
  const part = query.show === "quiz" || query.show === "compare" ? query.show : "lessons";
  end();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#show=${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (main) end = PARTS[part](main, data, query, go);
}

/** @param {Query} query */
function go(query) {
  write(query);
  show(query);
}

for (const link of document.querySelectorAll("nav a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault(); // in a frame a link may lead away
    go({ show: (link.getAttribute("href") ?? "").slice("#show=".length) });
  });
}
addEventListener("hashchange", () => show(read()));
show(read());
