"""Players of games made from descriptions, who see views only."""
