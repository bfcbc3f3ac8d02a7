"""The lessons: which there are, and the file that holds them. What they show is made in the browser."""
