"""A task: its files opened, gold and runs found, aligned and assembled; what is wrong, and what would repair it."""
