"""Results as tables with named columns. The command line, downloads and reports render the same tables.

`table` is the record, `columns` the vocabulary, `renderings` and `spreadsheets` write; every other module turns the
results of one subject into tables.
"""
