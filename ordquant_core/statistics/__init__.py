"""Tests, intervals and correlations of arrays of numbers. Nothing here depends on measures or tasks."""
