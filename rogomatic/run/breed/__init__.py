"""Evolutions of knobs: playing one, its pool, how it is told and drawn."""
