"""Relevance judgements and ranked lists: where every judged document stands in every run, and what that tells."""
