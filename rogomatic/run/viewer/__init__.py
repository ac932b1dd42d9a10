"""Windows for a person: watching, replaying, looking into a batch, explaining a decision."""
