"""Nuggets of dialogues: means of runs, dialogues, blocks, and findings."""
