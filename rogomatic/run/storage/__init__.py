"""Files about runs, about agents, or about watched games."""
