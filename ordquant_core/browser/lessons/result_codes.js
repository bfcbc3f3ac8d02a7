// The code of a quiz that was taken: ordquant_core/teaching/result_codes.py says what it holds; a test compares both.
/** @import { Data, Level } from "./lessons.d.ts" */

const LENGTH = 15; // with two check characters
const STATES = 10;
const GROUP = 5;

/**
 * @param {Data["codes"]} codes
 * @param {Level} level
 * @param {number} seed
 * @param {number[]} states one of ten per question
 */
export function writeCode({ alphabet, prefix, edition, levels, seeds }, level, seed, states) {
  const base = alphabet.length;
  const quiz = BigInt(edition * levels.length + levels.indexOf(level)) * BigInt(seeds) + BigInt(seed);
  let number = states.reduce((total, state) => total * BigInt(STATES) + BigInt(state), quiz);
  const values = [];
  for (let i = 0; i < LENGTH - 2; i++) {
    values.unshift(Number(number % BigInt(base)));
    number /= BigInt(base);
  }
  const plain = values.reduce((total, value) => total + value, 0);
  const weighted = values.reduce((total, value, i) => total + (i + 1) * value, 0);
  const first = weighted - LENGTH * plain;
  const checks = [first, -plain - first].map((value) => ((value % base) + base) % base);
  const written = [...values, ...checks].map((value) => alphabet[value]).join("");
  return [prefix, ...(written.match(new RegExp(`.{${GROUP}}`, "g")) ?? [])].join("-");
}
