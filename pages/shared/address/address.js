// Keeps the address bar equal to what the page shows.
// history.replaceState adds no entry to the history; st.query_params would add one per change.
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ page: string, query: Record<string, string>, since: number }} Data */

let newest = 0; // what is being left, such as the stage, may be drawn once more after what takes its place

/** @param {Component<Data>} component */
export default function ({ data }) {
  const here = location.pathname.replace(/\/+$/, "");
  if (!here.endsWith(data.page) || data.since < newest) return; // nor may a page that is being left write into the next
  newest = data.since;
  const url = new URL(location.href);
  const query = new URLSearchParams(data.query);
  for (const [key, value] of url.searchParams) if (key.startsWith("embed")) query.append(key, value);
  url.search = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
