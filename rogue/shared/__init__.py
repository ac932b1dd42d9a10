"""Parts of both programs that know nothing of Rogue."""
