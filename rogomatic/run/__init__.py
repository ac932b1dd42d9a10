"""The code around the agent: it runs, records, stores, explains, compares, or shows games."""
