// Reads pairs as JSON, and writes the scores that the browser shows while a bar is dragged.
import { KEYS, scoreOf, stepsOf } from "../../ordquant_core/browser/draw/measures.js";
import { decimals } from "../../ordquant_core/browser/draw/numerals.js";

const { groups, made, numbers } = JSON.parse(await new Response(Deno.stdin.readable).text());
const written = groups.map(([golds, estimates, positions]) => {
  const steps = stepsOf(golds[0].length, positions);
  return Object.fromEntries([...KEYS, ...made].map((key) => [key, golds.map((gold, i) => `${scoreOf(key, gold, estimates[i], steps)}`)]));
});
const rounded = numbers.map((number) => [2, 3].map((places) => decimals(Number(number), places)));
console.log(JSON.stringify({ groups: written, numbers: rounded }));
