"""Computer players for the games that descriptions make, without knowledge of any particular game."""
