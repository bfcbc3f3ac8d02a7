// Reads what the file without a server holds, and answers to its quizzes; writes headings and results.
import { heading, resultOf, stateOf } from "../../ordquant_core/browser/quiz/quiz_result.js";

const { data, taken } = JSON.parse(await new Response(Deno.stdin.readable).text());
const results = taken.map(({ at, answers }) => {
  const { items } = data.quizzes[at];
  const said = items.map((item, i) => (answers[i] ? heading(item, answers[i][0]) : ""));
  const states = answers.map((answer) => (answer ? stateOf(answer[0], answer[1]) : 0));
  return { ...resultOf(items, states, data.readings), said };
});
console.log(JSON.stringify(results));
