"""What the product writes and shows, kept as it was when somebody last looked at it and found it right.

The CSV, the notes and the help of every command, the words and numbers of the first view of every page. A test says
where they differ now. Whoever means a difference runs `python -m tests.golden` and names in the commit which number
changed, and why. Of the data of shared tasks only digests, means and counts are kept, never rows.
"""
