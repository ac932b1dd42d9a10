"""Variants: games that are told as differences of an edition, in a short text."""
