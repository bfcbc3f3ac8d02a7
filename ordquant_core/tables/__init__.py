"""Results as tables with named columns. The command line, downloads and reports render the same tables.

`table` is the record, `columns` the vocabulary of column names, `writing/` renders. `measures` and `scores` list
measures and their scores, `sentences` says which run measures prefer. Each folder holds one subject: `one_case/`,
`two_runs/` (on the cases of a task), `runs/` (all runs of a task), `spaces/` (all gold distributions), `nuggets/`,
`ranked_lists/`, `tasks/`. In a folder, `results` holds what is downloaded, `views` what a page shows.
"""
