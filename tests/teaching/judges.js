// Draws the pictures of the judges, and scores pairs by the measures that can be made; reads and writes JSON.
import { build, readSwitches } from "../../ordquant_core/browser/draw/built.js";
import { drawPicture, JUDGES, RULES, sideOf } from "../../ordquant_core/browser/lessons/pictures.js";

const { levels, pairs, made } = JSON.parse(await new Response(Deno.stdin.readable).text());
const rules = [...new Set([...JUDGES, ...Object.keys(RULES)])];
const drawn = Object.entries(levels).map(([level, n]) => {
  const pictures = Array.from({ length: n }, (_, i) => drawPicture(i + 1, level));
  const sides = Object.fromEntries(rules.map((rule) => [rule, pictures.map((picture) => sideOf(rule, picture))]));
  return [level, { pictures: pictures.map(({ gold, a, b }) => [gold, a, b]), again: drawPicture(n, level).gold, sides }];
});
const built = made.map((text) => pairs.map(([gold, estimate]) => build(readSwitches(text), gold, estimate).score));
console.log(JSON.stringify({ levels: Object.fromEntries(drawn), built }));
