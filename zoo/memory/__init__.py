"""Models that answer questions about stories."""
