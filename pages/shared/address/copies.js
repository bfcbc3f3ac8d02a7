// Copies the address bar: as a link, or as a frame for another page; in such a frame it is a link to the page itself.
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

/**
 * Returns what a link to the page does not bring along: files of the visitor, or runs that they have added to a task.
 * @param {string[]} added
 */
function staysHere(added) {
  const { searchParams } = new URL(location.href);
  const shown = ["task", "data"].map((name) => searchParams.get(name) ?? "");
  if (shown.some((task) => /^own(-|$)/.test(task))) return "; your files open only in this tab";
  return shown.some((task) => added.includes(task)) ? "; your own runs are not in it" : "";
}

/** Returns a link out of a frame, to what the frame shows when it is followed. */
function wayOut() {
  const link = document.createElement("a");
  link.textContent = "Open in OrdQuant ↗";
  link.target = "_blank";
  const aim = () => {
    const url = new URL(location.href);
    for (const key of [...url.searchParams.keys()]) if (key.startsWith("embed")) url.searchParams.delete(key);
    link.href = url.href;
  };
  link.onpointerdown = link.onfocus = aim;
  aim();
  return link;
}

/** @param {Component<{ added: string[] }>} component */
export default function ({ data, parentElement }) {
  if (new URL(location.href).searchParams.has("embed")) {
    const [first, ...others] = parentElement.querySelectorAll("button");
    first?.replaceWith(wayOut());
    for (const button of others) button.remove();
    return;
  }
  for (const button of parentElement.querySelectorAll("button")) {
    const { copies } = button.dataset;
    const words = button.innerHTML;
    button.onclick = async () => {
      await copy(copies === "embed" ? frame() : location.href);
      const done = copies === "embed" ? "Code copied" : "Link copied";
      const missing = staysHere(data.added);
      button.textContent = done + missing;
      setTimeout(() => (button.innerHTML = words), missing ? 4000 : 1600);
    };
  }
}
