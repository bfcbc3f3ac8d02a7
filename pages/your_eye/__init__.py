"""Your eye: 24 pairs of estimates on which measures disagree; which measures agree with a person, and with a class."""
