"""Files of runs, of agents, of watched games."""
