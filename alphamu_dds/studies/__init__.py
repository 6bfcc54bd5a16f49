"""Questions put to the engine: one decision, and later one board, many boards, benchmarks."""
