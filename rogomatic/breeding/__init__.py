"""Breeding of the agent's knobs: sets of knobs (genotypes) are selected by the scores of many games."""
