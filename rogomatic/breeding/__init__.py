"""Breeding of knobs: a pool of genotypes, selected over many games."""
