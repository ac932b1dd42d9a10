"""The experts: rules, grouped by subject."""
