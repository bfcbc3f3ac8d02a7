// What can be answered: one of three choices, with how sure one is.
/** @import { Choice, Confidence } from "./quiz.d.ts" */

/** @type {[Choice, string][]} */
export const CHOICES = [["a", "A"], ["tie", "A tie"], ["b", "B"]];
/** @type {[Confidence, string][]} */
export const CONFIDENCES = [["guess", "Guess"], ["fairly", "Fairly sure"], ["sure", "Sure"]];
/** How often an answer is right for whom a confidence fits. @type {Record<Confidence, number>} */
export const EXPECTED = { guess: 1 / 3, fairly: 2 / 3, sure: 1 };
