"""The simulated world of the bAbI tasks, what a reader knows, and wording."""
