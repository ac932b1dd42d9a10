"""Experts: rules, grouped by what they know."""
