"""Breeding: better knobs from many games, by selection among genotypes."""
