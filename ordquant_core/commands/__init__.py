"""The commands of the command line, one module each; they share `options`, `inputs` and `output`."""
