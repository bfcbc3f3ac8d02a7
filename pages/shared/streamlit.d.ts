// What Streamlit hands to the default export of a component, and what it may return: the end of that call.
export interface Component<Data> {
  data: Data;
  parentElement: ShadowRoot;
  setStateValue(name: string, value: unknown): void;
}
