"""Frames and the tables of papers as text: CSV at full precision for programs; Markdown and LaTeX, rounded, for people.

The tables that the papers of the series print, of any tasks, are built here, too: blocks of cells with marks to read,
beside the same numbers as a frame to compute with.
"""
