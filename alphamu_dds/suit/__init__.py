"""One suit on its own: declarer's best chance, exactly."""
