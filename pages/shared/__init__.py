"""Everything Streamlit that pages share."""
