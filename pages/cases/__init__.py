"""Any two runs of a task and any two measures, case by case: where they disagree, and the cards of the cases."""
