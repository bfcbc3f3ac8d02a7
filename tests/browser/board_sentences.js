// Reads lessons with boards as JSON, and writes what the browser says of each: sentence, scores, tick.
import { isDone, liveSentence, orderOf, plain, preferred, scoresOf, whyOf } from "../../ordquant_core/browser/board/fields.js";

const groups = JSON.parse(await new Response(Deno.stdin.readable).text());
const rowsOf = (lesson, board) =>
  Object.fromEntries(lesson.measures.map((key) => {
    const scores = Object.fromEntries(scoresOf(key, lesson, board).map((text, i) => [lesson.sides[i], text]));
    return [key, lesson.sides.length > 1 ? { ...scores, prefers: preferred(key, board) } : scores];
  }));
console.log(
  JSON.stringify(
    groups.map((
      { lesson, boards },
    ) => [
      whyOf(lesson),
      boards.map((board) => [plain(liveSentence(lesson, board)), rowsOf(lesson, board), isDone(lesson, board)]),
      lesson.below === "order"
        ? boards.map((board) => ({ a: orderOf(board.gold, board.a), b: orderOf(board.gold, board.b) }))
        : [],
    ]),
  ),
);
