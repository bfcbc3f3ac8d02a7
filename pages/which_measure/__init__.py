"""Five questions that lead to two measures, and what other scorers compute under the names of measures."""
