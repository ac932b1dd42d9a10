"""Prediction: which symbol follows, from what followed in the same context before."""
