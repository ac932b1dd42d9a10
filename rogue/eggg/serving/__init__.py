"""Games of descriptions over the network: their rooms, their pages."""
