"""Own measures: those that whoever starts a process adds to it, as a Python file or as an installed package."""
