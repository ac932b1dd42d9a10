"""Proof that a score is fair: commitments, the check of a journal, and the referee's protocol."""
