// Draws pictures of the judges, as many of each level as asked for, and says what measures and rules prefer; as JSON.
import { drawPicture, JUDGES, RULES, sideOf } from "../../ordquant_core/browser/lessons/pictures.js";

const levels = JSON.parse(await new Response(Deno.stdin.readable).text());
const rules = [...new Set([...JUDGES, ...Object.keys(RULES)])];
const drawn = Object.entries(levels).map(([level, n]) => {
  const pictures = Array.from({ length: n }, (_, i) => drawPicture(i + 1, level));
  const sides = Object.fromEntries(rules.map((rule) => [rule, pictures.map((picture) => sideOf(rule, picture))]));
  return [level, { pictures: pictures.map(({ gold, a, b }) => [gold, a, b]), again: drawPicture(n, level).gold, sides }];
});
console.log(JSON.stringify(Object.fromEntries(drawn)));
