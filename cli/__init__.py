"""The command ``alphamu``: wires parts together, computes nothing."""
