"""The nugget task of the dialogue evaluations: a ranking of the runs, and every dialogue block by block."""
