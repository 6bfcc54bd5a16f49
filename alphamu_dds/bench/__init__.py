"""The paper's tables on this machine."""
