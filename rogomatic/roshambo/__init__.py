"""Rock, paper and scissors: the game that both predictors come from, its players and its tournament."""
