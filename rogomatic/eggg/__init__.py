"""Computer players for the games that descriptions make.  None is written for a particular game."""
