// Brings into view what a choice opens or changes.

/** As in the style sheet: cards stand one below the other. */
export const onPhone = () => matchMedia("(max-width: 640px)").matches;

/**
 * It may lie below the fold: bring its start into view, if it is not there already; `always`: to the top in any case.
 * @param {string} selector
 * @param {boolean} [always]
 */
export function show(selector, always = false) {
  const opened = document.querySelector(selector);
  if (!opened) return;
  if (always) document.documentElement.dataset.shown = selector; // ordquant.css: what leads back from it
  const { top } = opened.getBoundingClientRect();
  if (!always && top >= 0 && top <= globalThis.innerHeight * 0.75) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const block = opened.matches("tr") ? "center" : "start";
  opened.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}
