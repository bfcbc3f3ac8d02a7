"""Planning the next round: noise, needed cases, cases and annotators, simulated power."""
