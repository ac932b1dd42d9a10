"""Files of runs, agents, watched games."""
