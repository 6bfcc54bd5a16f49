"""One decision: which card, for a question, what is assumed, and an effort."""
