"""Screening of knobs in many games."""
