"""All gold distributions of a number of votes: results, what pages show of them, findings."""
