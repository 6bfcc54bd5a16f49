"""Files that people have: read whole, with file and line in every complaint."""
