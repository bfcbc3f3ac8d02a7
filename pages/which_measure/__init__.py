"""Five questions that lead to two measures; properties and propriety of measures; what the papers recommend."""
