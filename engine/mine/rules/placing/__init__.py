"""Path cards on the grid, and what they reach."""
