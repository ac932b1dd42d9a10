"""The experts: rules, grouped by what they know."""
