// Which words of a page a box cuts off, which other words lie over them, and what of a page on the screen a pointer
// cannot press, because something else lies over its middle; where they stand is asked of the browser.
// What ends with an ellipsis and says all of it in its title, and what is for screen readers alone, is not cut off.
() => {
  const above = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const known = new Map();
  const boxes = (node) => { // what is around a node, each box with its style and place: asked once
    if (!node || node.dataset?.testid === "stMain") return [];
    if (!known.has(node)) {
      known.set(node, [[node, getComputedStyle(node), node.getBoundingClientRect()], ...boxes(above(node))]);
    }
    return known.get(node);
  };
  const lies = (style, way, ...values) => values.includes(style[`overflow${way}`]);

  const texts = [];
  const read = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) read(node.shadowRoot);
      if (node.closest("style, script, title, option, noscript, .oq-ties")) continue; // a count without room is not seen
      const own = [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
      if (!own.length || !node.checkVisibility({ visibilityProperty: true })) continue;
      const around = boxes(node);
      const unseen = ([, style, { width, height }]) =>
        style.display === "none" || style.clipPath !== "none" || style.opacity === "0" || style.color === "rgba(0, 0, 0, 0)" ||
        (style.overflow === "hidden" && Math.min(width, height) < 3);
      if (around.some(unseen)) continue;
      const short = around.find(([box, style]) => style.textOverflow === "ellipsis" && lies(style, "X", "hidden", "clip"));
      const told = short?.[0].closest("[title]") || short?.[0].querySelector("[title]");
      for (const text of own) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
          if (width < 1 || height < 1) continue;
          const end = told ? Math.min(right, short[2].right) : right;
          if (end > left) texts.push({ node, around, words: text.data.trim().slice(0, 50), left, right: end, top, bottom });
        }
      }
    }
  };
  read(document.querySelector("[data-testid=stMain]"));

  const cut = new Set();
  for (const { around, words, left, right, top, bottom } of texts) {
    let [freeAcross, freeDown] = [false, false];
    for (const [box, style, area] of around) {
      if (style.position === "fixed") break;
      const name = String(box.className.baseVal ?? box.className).slice(-40);
      if (!freeAcross && lies(style, "X", "hidden", "clip") && (left < area.left - 2 || right > area.right + 2))
        cut.add(`${words} | across | ${name}`);
      if (!freeDown && lies(style, "Y", "hidden", "clip") && (top < area.top - 5 || bottom > area.bottom + 5))
        cut.add(`${words} | down | ${name}`);
      freeAcross ||= lies(style, "X", "auto", "scroll");
      freeDown ||= lies(style, "Y", "auto", "scroll");
    }
  }

  for (const text of texts) {
    const scrolls = ([box, style]) =>
      (lies(style, "X", "auto", "scroll") && box.scrollWidth > box.clientWidth + 1) ||
      (lies(style, "Y", "auto", "scroll") && box.scrollHeight > box.clientHeight + 1);
    text.within = text.around.find(scrolls)?.[0];
    text.floats = text.around.some(([, { position }]) => position === "sticky" || position === "fixed");
  }
  const over = new Set();
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((a, number) => {
    for (const b of texts.slice(number + 1)) {
      if (b.top > a.bottom - 2) break;
      if (a.within !== b.within || a.node === b.node || a.floats || b.floats) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 4 && down > 0.6 * Math.min(a.bottom - a.top, b.bottom - b.top)) over.add(`${a.words} | ${b.words}`);
    }
  });

  const controls = [...document.querySelectorAll("[data-testid=stMain] :is(button, select, summary, a, [role=combobox])")];
  const covered = controls.filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
    const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return seen && width && pressed?.closest("[data-testid=stMain]") && !one.contains(pressed) && !pressed.contains(one) &&
      getComputedStyle(one).pointerEvents !== "none";
  });
  return { cut: [...cut], over: [...over], covered: covered.map((one) => one.outerHTML.slice(0, 120)) };
}
