"""Nuggets: the JSON of NTCIR's nugget detection, and several files of it put together."""
