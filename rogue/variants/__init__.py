"""Variants: games described as differences from an edition, in a short text."""
