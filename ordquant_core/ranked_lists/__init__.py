"""Relevance judgements and ranked lists: ranks of judged documents, and the information that lists carry."""
