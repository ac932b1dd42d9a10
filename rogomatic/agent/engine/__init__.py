"""The rule engine, with its trace of decisions."""
