"""Code for both programs that does not depend on the rules of Rogue."""
