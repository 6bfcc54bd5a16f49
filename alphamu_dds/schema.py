"""The number of every JSON document and record of this program."""

SCHEMA = 1
"""It changes when a field changes its meaning or goes away."""
