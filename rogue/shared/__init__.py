"""What both programs use and what knows nothing of Rogue."""
