"""Proof that a score is fair."""
