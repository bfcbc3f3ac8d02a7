"""A slow page: what a click changes is drawn long after it, and in two steps."""

import time

import streamlit as st

if st.button("Add"):
    st.session_state["clicks"] = st.session_state.get("clicks", 0) + 1
file = st.file_uploader("File")
st.text_input("Name", key="name")
st.html("<p id='first'>begun</p>")
time.sleep(0.7)
st.selectbox("Choice", ["one", "two"], key="choice")
st.html(f"<p id='clicks'>{st.session_state.get('clicks', 0)}</p>")
st.html(f"<p id='state'>{st.session_state['name']} {st.session_state['choice']} {file and len(file.getvalue())}</p>")
