"""The commands of the command line, a file per subject; `options`, `inputs` and `output` are what they share."""
