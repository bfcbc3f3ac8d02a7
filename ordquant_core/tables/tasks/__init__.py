"""A task itself: facts about it, the problems of its files, what became of them."""
