"""The error of data that is missing or not as expected."""


class DataFormatError(ValueError):
    """Data is missing or malformed; the message names file and remedy."""
