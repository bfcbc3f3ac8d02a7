"""TREC: the lines of judgements and runs, and several files of them put together."""
