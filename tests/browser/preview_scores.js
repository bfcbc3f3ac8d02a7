// Reads pairs as JSON, and writes the scores that the browser shows while a bar is dragged.
import { preview, PREVIEWS } from "../../pages/shared/draw/measures.js";

const groups = JSON.parse(await new Response(Deno.stdin.readable).text());
const written = groups.map(([golds, estimates, positions]) =>
  Object.fromEntries(
    Object.keys(PREVIEWS).map((key) => [key, golds.map((gold, i) => `${preview(key, gold, estimates[i], positions)}`)]),
  )
);
console.log(JSON.stringify(written));
