"""TREC: the lines of judgements and runs, and collections made of several such files."""
