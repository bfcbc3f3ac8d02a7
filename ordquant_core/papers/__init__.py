"""Published results as data: the sources of the measures, and the worked examples and tables of the papers."""
