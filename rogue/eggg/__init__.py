"""Games made from descriptions: the language, the rules engine, the shipped games."""
