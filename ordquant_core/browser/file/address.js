// What is shown stands in the address, behind #: reloading loses nothing, and it can be passed on as a link.

/** @typedef {Record<string, string>} Query */

/** @returns {Query} */
export const read = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/**
 * Where another page holds the file in a frame, its address may be out of reach: what is shown goes on all the same.
 * @param {Query} query @param {boolean} isNew the browser's Back leads to what was shown before
 */
export function write(query, isNew = false) {
  try {
    const to = `#${new URLSearchParams(query)}`;
    history[isNew && to !== location.hash ? "pushState" : "replaceState"](null, "", to);
  } catch {
    return;
  }
}

/** A part of the file that is shown more than once. @param {string} id */
export function contentOf(id) {
  const template = document.querySelector(`template#${id}`); // what is shown of it may have its id
  if (!(template instanceof HTMLTemplateElement)) throw new Error(`The file lacks ${id}.`);
  return template.content.cloneNode(true);
}
