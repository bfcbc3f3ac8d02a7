"""All possible gold distributions: their list, two estimators on them, search by score; properties of measures."""
