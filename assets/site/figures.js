// Draws the figures of a page, in the colours of the theme that the reader has chosen.
const dark = () => {
  const chosen = document.body.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};

const draw = (place) => {
  const figure = JSON.parse(place.querySelector("script").textContent);
  const { data, layout } = figure;
  if (dark()) {
    for (const [path, colour] of figure.dark) {
      const last = path.pop();
      path.reduce((part, step) => part[step], figure)[last] = colour;
    }
  }
  delete layout.width;
  Plotly.react(place.querySelector("div") ?? place.appendChild(document.createElement("div")), data, layout, {
    displaylogo: false,
    responsive: true,
  });
};

const drawAll = () => document.querySelectorAll("figure.drawn").forEach(draw);
drawAll();
new MutationObserver(drawAll).observe(document.body, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
