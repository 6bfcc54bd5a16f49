"""Answers for people."""
