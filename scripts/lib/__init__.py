"""What the scripts are made of, where it is more than a script should hold."""
