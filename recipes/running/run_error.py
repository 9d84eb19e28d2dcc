"""Failures whose message says what to do; nobody needs a traceback."""


class RunError(ValueError):
    """A run cannot begin or go on as it was asked to."""


class PreparationError(RunError):
    """Data or model cannot be made with the settings of a run."""
