"""Nine lessons on measures, a quiz with result codes, and the answers of a class."""
