"""Players compared on the same deals."""
