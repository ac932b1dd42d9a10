"""The language of descriptions: text in, checked statements or problems out."""
