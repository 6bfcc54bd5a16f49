"""Bridge as a game for the engine, with leaves valued by Bo Haglund's double dummy solver."""
