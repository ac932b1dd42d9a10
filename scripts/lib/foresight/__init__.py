"""What foes did step by step in whole games, and how well that was foreseen."""
