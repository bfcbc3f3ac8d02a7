"""The tables that the papers of the series print, of any tasks: to read (grids with marks) and to compute with."""
