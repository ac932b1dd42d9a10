"""Proof that a score is fair: commitments, and the check of a journal."""
