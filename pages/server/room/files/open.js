// The page on which a teacher opens a room, and a class types its code.
import { ask, keep, kept, part, problem } from "./room.js";

const HERE = location.pathname.replace(/\/+$/, "");
const WRONG = "A code has four letters, as it is shown on the screen of the class.";

part("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = [...document.querySelectorAll("input[name=question]:checked")];
  const questions = chosen.map((box) => (box instanceof HTMLInputElement ? box.value : ""));
  try {
    const { code, key } = await (await ask(`${HERE}/new`, {}, { questions })).json();
    keep(`key-${code}`, key);
    location.assign(`${HERE}/${code}/stage`);
  } catch (reason) {
    problem(reason instanceof TypeError ? "No connection to the server." : String(Object(reason).message));
  }
});

part("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = part("code");
  const code = field instanceof HTMLInputElement ? field.value.trim().toUpperCase() : "";
  if (!/^[A-Z]{4}$/.test(code)) problem(WRONG);
  else location.assign(`${HERE}/${code}${kept(`key-${code}`) ? "/stage" : ""}`);
});
