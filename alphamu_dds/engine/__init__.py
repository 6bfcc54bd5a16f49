"""αμ for any turn-based game with hidden information; knows no bridge and no native library."""
