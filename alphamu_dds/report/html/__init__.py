"""Answers as pages for a browser."""
