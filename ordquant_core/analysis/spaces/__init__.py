"""All possible gold distributions: listed, scored by two estimators, found by score; properties of measures on them."""
