"""Boards reviewed: one, or thousands."""
