"""What this server does beyond Streamlit, put in place before it starts.

It sends no request to outside, refuses foreign hosts, bounds uploads, gives media addresses that nobody can guess,
keeps downloads until they are fetched, has Streamlit's own files ready in memory, draws elements that stay as they were
with less work, lets scripts take turns, and gives memory back: a module for each. They reach into Streamlit;
tests/trust/test_guards.py tries each on Streamlit itself, and fails with a release that works otherwise. No page
imports from here.
"""
