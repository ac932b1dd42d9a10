"""A variant is a game that a short text describes by how it differs from an edition."""
