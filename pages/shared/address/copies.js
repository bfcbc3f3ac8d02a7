// Copies the address bar: as a link, or as a frame for another page.
/** @import { Component } from "../streamlit.d.ts" */

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // no permission, or not a secure address: the old way
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** The HTML that shows the page in a frame: Streamlit leaves out its header there, and look.py the sidebar. */
function frame() {
  const url = new URL(location.href);
  if (url.searchParams.get("embed") !== "true") url.search += `${url.search ? "&" : "?"}embed=true`;
  const made = document.createElement("iframe");
  const title = document.title.replaceAll(" · Streamlit", "");
  const attributes = {
    src: url.href,
    title,
    width: "100%",
    height: "800",
    allow: "clipboard-write; fullscreen",
    style: "border:0",
  };
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made.outerHTML;
}

/** Returns whether the page shows files of the visitor: whoever else opens its link is asked for them. */
function isOwn() {
  const { searchParams } = new URL(location.href);
  return ["task", "data"].some((name) => /^own(-|$)/.test(searchParams.get(name) ?? ""));
}

/** @param {Component<null>} component */
export default function ({ parentElement }) {
  for (const button of parentElement.querySelectorAll("button")) {
    const { copies } = button.dataset;
    const words = button.innerHTML;
    button.onclick = async () => {
      await copy(copies === "embed" ? frame() : location.href);
      const done = copies === "embed" ? "Code copied" : "Link copied";
      button.textContent = isOwn() ? `${done}; your files open only in this tab` : done;
      setTimeout(() => (button.innerHTML = words), isOwn() ? 4000 : 1600);
    };
  }
}
