"""Results as tables: named columns, once. The command line, downloads, reports, Markdown and LaTeX are renderings.

`table` is the record, `columns` the vocabulary, `renderings` and `spreadsheets` write; every other module turns the
results of one subject into tables.
"""
