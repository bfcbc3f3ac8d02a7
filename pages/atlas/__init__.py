"""The measures on all possible inputs: two estimators on every gold distribution, search by score."""
