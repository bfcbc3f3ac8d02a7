"""Tables: text in columns and Excel workbooks, wide (a column per class) or long (a row per vote)."""
