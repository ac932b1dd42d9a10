"""Files of runs, of agents, and of watched games."""
