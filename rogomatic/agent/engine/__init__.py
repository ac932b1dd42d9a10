"""What a rule, an act, and a refusal are, and the trace of decisions."""
