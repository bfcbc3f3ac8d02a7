"""Plotly figure builders: arrays and records in, figure out. They draw the numbers they are given."""
