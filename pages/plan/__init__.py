"""Plan: how many cases and annotators the next round needs, and what a second panel of annotators would score."""
