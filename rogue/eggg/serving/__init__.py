"""Games from descriptions, served over the network."""
