"""Nuggets: the JSON of NTCIR's nugget detection, and tasks made of several such files."""
