"""Players behind one interface, and games between them."""
