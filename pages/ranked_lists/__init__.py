"""Ranked lists of documents: the information they carry about the judgements, topic by topic and merged."""
