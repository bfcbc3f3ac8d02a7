// Keeps the address bar equal to what the page shows.
// history.replaceState adds no entry to the history; st.query_params would add one per change.
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ page: string, query: Record<string, string> }} Data */

/** @param {Component<Data>} component */
export default function ({ data }) {
  const here = location.pathname.replace(/\/+$/, "");
  if (!here.endsWith(data.page)) return; // a page that is being left must not write into the next one's address
  const url = new URL(location.href);
  const query = new URLSearchParams(data.query);
  for (const [key, value] of url.searchParams) if (key.startsWith("embed")) query.append(key, value);
  url.search = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
