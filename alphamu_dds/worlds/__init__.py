"""What may be assumed about hidden hands."""
