"""Computer players of games that descriptions make; none of them knows a single game."""
