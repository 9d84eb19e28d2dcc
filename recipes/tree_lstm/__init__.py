"""What the recipes of the Tree-LSTM paper share."""
