"""Tables as text: CSV, Markdown, LaTeX, HTML, and CSV that is safe to open in a spreadsheet."""
