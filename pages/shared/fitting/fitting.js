// A plot or a table on the full screen, enlarged as a whole: it keeps its layout, and its type grows with it.
// Streamlit's own full screen gives a plot the size of the window, with type as small as before: the sizes of the type
// are in the figure, which only Python makes, and a figure knows no screen. So this takes the click on its button.
// Paper is narrower than a screen, and a plot is not drawn again for it: the style sheet reduces it to its column, and
// has to know how wide it was drawn.

const OF_PLOT = '.modebar-btn[data-title="Fullscreen"]';
const OF_TABLE = '[class*="st-key-full_screen_"]';
const BOX = '[data-testid="stElementContainer"]';
let listening = false;

/** @param {MouseEvent} event */
function pressed(event) {
  if (!document.fullscreenEnabled || !(event.target instanceof Element)) return; // Streamlit's own is better than none
  const plot = event.target.closest(OF_PLOT);
  const button = event.target.closest(`${OF_TABLE} button`);
  const id = button?.closest(OF_TABLE)?.className.match(/st-key-full_screen_(\w+)/)?.[1];
  const box = plot ? plot.closest(BOX) : id ? document.getElementById(id)?.closest(BOX) : null;
  if (!(box instanceof HTMLElement)) return;
  if (plot) event.stopPropagation();
  if (document.fullscreenElement) document.exitFullscreen();
  else fill(box);
}

/** @param {HTMLElement} box */
function fill(box) {
  const shown = box.firstElementChild;
  if (!(shown instanceof HTMLElement)) return;
  const { offsetWidth: width, offsetHeight: height } = shown;
  box.style.setProperty("--full-width", `${width}px`);
  box.style.setProperty("--full-height", `${height}px`);
  const ended = new AbortController();
  const fit = () =>
    box.style.setProperty("--full-scale", String(0.96 * Math.min(innerWidth / width, innerHeight / height)));
  const changed = () => document.fullscreenElement === box ? fit() : ended.abort();
  addEventListener("resize", fit, { signal: ended.signal });
  box.addEventListener("fullscreenchange", changed, { signal: ended.signal });
  box.requestFullscreen().catch(() => ended.abort());
}

export default function () {
  if (listening) return;
  listening = true;
  document.documentElement.classList.toggle("oq-no-full-screen", !document.fullscreenEnabled);
  document.addEventListener("click", pressed, true);
  addEventListener("beforeprint", () => {
    for (const plot of document.querySelectorAll(".js-plotly-plot")) {
      if (!(plot instanceof HTMLElement)) continue;
      plot.style.setProperty("--drawn", `${plot.offsetWidth || 1}px`);
    }
  });
}
