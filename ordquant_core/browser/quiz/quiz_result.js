// The result of a quiz: the score by measure, how sure and how right, whose answers they are.
import { counted } from "../board/fields.js";
import { CHOICES, CONFIDENCES } from "./answers.js";
/** @import { Choice, Confidence, Item, Reading } from "./quiz.d.ts" */

const KEYS = CHOICES.map(([key]) => key);
const SURE = CONFIDENCES.map(([key]) => key);
const TAUGHT = ["NMD", "RNOD", "NVD", "DNKT"];

/** An answer as one digit; 0 is none. @param {Choice} choice @param {Confidence} confidence */
export const stateOf = (choice, confidence) => 1 + 3 * KEYS.indexOf(choice) + SURE.indexOf(confidence);

/** @param {number} state */
export const answerOf = (state) =>
  state ? { choice: KEYS[Math.floor((state - 1) / 3)], confidence: SURE[(state - 1) % 3] } : null;

/** What is said above the explanation of an answer. @param {Item} item @param {Choice} choice */
export function heading(item, choice) {
  if (choice === item.right) return `Right: ${item.verdict}`;
  const [first] = item.would[choice] ?? [];
  return first ? `You answered ${first}. ${item.verdict}` : `Not right: ${item.verdict}`;
}

/**
 * @param {Item[]} items
 * @param {number[]} states
 * @param {Reading[]} readings
 */
export function resultOf(items, states, readings) {
  const rows = items.map((item, i) => ({ item, answer: answerOf(states[i]) }));
  const isRight = (/** @type {typeof rows[number]} */ { item, answer }) => answer?.choice === item.right;
  const right = rows.filter(isRight).length;
  const measures = [...new Set(items.map(({ measure }) => measure))].map((measure) => {
    const own = rows.filter(({ item }) => item.measure === measure);
    return { measure, right: own.filter(isRight).length, asked: own.length, repeat: own[0].item.repeat };
  });
  const byMeasure = measures.sort((one, other) =>
    one.right - one.asked - (other.right - other.asked) || TAUGHT.indexOf(one.measure) - TAUGHT.indexOf(other.measure)
  );
  const calibration = SURE.map((key) => {
    const own = rows.filter(({ answer }) => answer?.confidence === key);
    return { key, given: own.length, right: own.filter(isRight).length };
  });
  const given = rows.filter(({ answer }) => answer);
  const profile = readings.map(({ key, name }) => ({
    key,
    name,
    same: given.filter(({ item, answer }) => item.readings[key] === answer?.choice).length,
    given: given.length,
  })).sort((one, other) => other.same - one.same);
  const finding = `${right} of ${rows.length} right.`;
  return { right, asked: rows.length, byMeasure, calibration, profile, finding, because: pattern() };

  function pattern() {
    const wrong = given.filter((row) => !isRight(row));
    const said = wrong.flatMap(({ item, answer }) => answer ? item.would[answer.choice] ?? [] : []);
    const often = readings.map(({ answered }) => ({
      answered,
      times: said.filter((one) => one === answered).length,
    }));
    const times = Math.max(...often.map((one) => one.times));
    if (times > 1) {
      const [first, ...others] = often.filter((one) => one.times === times);
      const also = others.map(({ answered }) => `; in as many, ${answered}`).join("");
      return `In ${times} of your ${counted(wrong.length, "wrong answer")} you answered ${first.answered}${also}.`;
    }
    const sure = calibration[calibration.length - 1];
    if (sure.given > sure.right) {
      return `You were right on ${sure.right} of the ${counted(sure.given, "answer")} that you were sure of.`;
    }
    return sure.given ? "Whenever you were sure, you were right." : "You were never sure.";
  }
}
