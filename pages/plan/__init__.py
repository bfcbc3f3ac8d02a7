"""Plan: what is noise, how many cases and annotators the next round needs, which tests find a difference."""
