// All that a lesson shows, at once. Hidden parts hold their place; a part of the page is measured where it is.
(box) => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = (names) => [...box.querySelectorAll(names)].filter(seen);
  const said = (names) => all(names).map((one) => one.textContent).join("");
  const rect = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x, y, width, height };
  };
  const board = box.querySelector(".cv-board");
  const scopeOf = (one) =>
    one.closest("[data-board]")?.dataset.board ?? one.closest(".cv-board")?.getAttribute("aria-label") ?? "";
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), loose = [];
  for (let text; (text = texts.nextNode());) { // numbers with decimals that do not say what they are
    const of = text.parentElement;
    if (/\d\.\d/.test(text.data) && seen(of) && !of.closest("[data-n], .cv-heard")) loose.push(text.data);
  }
  return {
    said: board.getAttribute("aria-label"),
    carried: /cv-side-(gold|a|b)/.exec(board.querySelector(".cv-disc")?.getAttribute("class") ?? "")?.[1],
    numbers: all("[data-n]").filter((one) => !one.closest("[data-made]"))
      .map((one) => [one.dataset.n, one.textContent, scopeOf(one)]),
    loose,
    taps: box.querySelectorAll("[data-beam]:not(.cv-uncounted)").length,
    strip: [...box.querySelectorAll(".cv-cells[role=img]")].map((row) => [...row.children].map((cell) => cell.innerText)),
    live: said(".cv-live"),
    why: said(".cv-why"),
    rule: said(".cv-rule-of"),
    then: box.querySelector(".cv-why")?.dataset.board ?? null,
    done: all(".cv-task.cv-done").length > 0,
    piles: [...board.querySelectorAll(".cv-pile")].map((one) =>
      ({ ...rect(one), free: !one.matches(".cv-empty") && one.hasAttribute("tabindex") })
    ),
    beams: all("[data-beam]").map(rect),
    slider: all("input[type=range]").map(rect),
    buttons: all(".cv-left .cv-controls button, .cv-caption button, .cv-why button").filter((one) => !one.disabled)
      .map(rect),
    places: all(".cv-box:not(.cv-words), .cv-task, .cv-task button, .cv-controls button, .cv-seg, .cv-live").map(rect),
    // make a measure, four judges
    chosen: all("[role=radiogroup]").map((one) => one.querySelector("[aria-checked=true]")?.dataset.value ?? null),
    lines: all(".cv-totals > span").map((one) => one.textContent),
    name: all("[data-name][aria-current=true]").map((one) => one.dataset.name).join(""),
    tracks: all(".cv-track").map((one) => ({ ...rect(one), right: one.matches(".cv-right") })),
    truth: all(".cv-truth").map((one) => one.textContent),
  };
}
