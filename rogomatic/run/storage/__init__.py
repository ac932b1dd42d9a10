"""Files of runs, of agents, of what a person has watched."""
