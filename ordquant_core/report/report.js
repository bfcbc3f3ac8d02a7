// Draws the figures of a report. They come as light ones, with the places that have another colour where the reader's
// system is dark.
(() => {
  const PAPER = 680; // px: a page of A4 between its margins

  /** @typedef {{ [step: string | number]: Tree | string | number | boolean | null }} Tree */
  /** @typedef {{ data: Tree, layout: Tree, dark: [(string | number)[], string][] }} Figure */
  /** @typedef {{ react(place: Element, data: Tree, layout: Tree, config: Tree): void }} Plotly */

  const { Plotly } = /** @type {typeof globalThis & { Plotly: Plotly }} */ (globalThis); // the script before this one
  /** @type {Record<string, Figure>} */
  const figures = JSON.parse(document.getElementById("figures")?.textContent ?? "{}");
  const dark = matchMedia("screen and (prefers-color-scheme: dark)");
  const print = matchMedia("print");

  /** @param {Tree} place @param {(string | number)[]} path @param {string} colour */
  const put = (place, [step, ...rest], colour) => {
    const inner = place[step];
    if (!rest.length) place[step] = colour;
    else if (inner && typeof inner === "object") put(inner, rest, colour);
  };

  /** @param {Element} place */
  const draw = (place) => {
    /** @type {HTMLSelectElement | null} */
    const chosen = document.querySelector(`select[data-figure="${place.id}"]`);
    const figure = structuredClone(figures[chosen ? `${place.id} ${chosen.value}` : place.id]);
    const { data, layout } = figure;
    if (print.matches) layout.width = PAPER;
    if (dark.matches) figure.dark.forEach(([path, colour]) => put({ data, layout }, path, colour));
    const camera = { format: "svg", filename: place.id };
    Plotly.react(place, data, layout, { responsive: true, displaylogo: false, toImageButtonOptions: camera });
  };

  const all = () => document.querySelectorAll(".figure").forEach(draw);
  /** @type {NodeListOf<HTMLSelectElement>} */
  const choices = document.querySelectorAll("select[data-figure]");
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      const place = document.getElementById(choice.dataset.figure ?? "");
      if (place) draw(place);
    });
  }
  dark.addEventListener("change", all);
  print.addEventListener("change", all);
  all();
})();
