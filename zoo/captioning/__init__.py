"""Image captioners: what they share, and the plain LSTM baseline."""
