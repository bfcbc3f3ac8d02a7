// Reads pairs as JSON, and writes the scores that the browser shows while a bar is dragged, with the worst possible.
import { KEYS, scoreOf, stepsOf, worstOf } from "../../ordquant_core/browser/draw/measures.js";
import { decimals } from "../../ordquant_core/browser/draw/numerals.js";

const { groups, numbers } = JSON.parse(await new Response(Deno.stdin.readable).text());
const written = groups.map(([golds, estimates, positions]) => {
  const steps = stepsOf(golds[0].length, positions);
  const scores = (key) => golds.map((gold, i) => `${scoreOf(key, gold, estimates[i], steps)}`);
  return Object.fromEntries(KEYS.map((key) => [key, { scores: scores(key), worst: `${worstOf(key, steps)}` }]));
});
const rounded = numbers.map((number) => [2, 3].map((places) => decimals(Number(number), places)));
console.log(JSON.stringify({ groups: written, numbers: rounded }));
