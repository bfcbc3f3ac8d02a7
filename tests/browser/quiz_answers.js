// Reads what the file without a server holds, and answers to its quizzes; writes codes, headings and results.
import { heading, resultOf, stateOf } from "../../ordquant_core/browser/lessons/quiz_result.js";
import { writeCode } from "../../ordquant_core/browser/lessons/result_codes.js";

const { data, codes, taken } = JSON.parse(await new Response(Deno.stdin.readable).text());
const stateOfAnswer = (answer) => (answer ? stateOf(answer[0], answer[1]) : 0);
const written = codes.map(({ level, seed, answers }) => writeCode(data.codes, level, seed, answers.map(stateOfAnswer)));
const results = taken.map(({ at, answers }) => {
  const { items } = data.quizzes[at];
  const said = items.map((item, i) => (answers[i] ? heading(item, answers[i][0]) : ""));
  return { ...resultOf(items, answers.map(stateOfAnswer), data), said };
});
console.log(JSON.stringify({ written, results }));
