// What was done stays in the browser: in another visit, and when the file is opened again.
/** @import { Kept } from "./lesson.js" */
/** @import { Made } from "./make.js" */
/** @import { Judged } from "./judges.js" */

/** What was done in a lesson: which one knows what is its own. @typedef {{ kept?: Kept[] } & Partial<Made> & Partial<Judged>} Known */

const KEY = "ordquant-lessons";

/** What was kept; nothing where the browser keeps nothing, or something else. @returns {Record<string, Known>} */
export function kept() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return value && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: value }));
  } catch {
    return; // a private window, or a full disk: the lessons go on without it
  }
}
