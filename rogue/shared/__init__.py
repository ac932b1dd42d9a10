"""The parts of both programs that know nothing of Rogue."""
