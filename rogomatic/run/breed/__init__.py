"""Evolutions of knobs: playing one, its pool, its report and its picture."""
