"""What the command line prints: results to standard output, the rest beside."""

import rich.console
import typer

OUTPUT = rich.console.Console()
_ERRORS = rich.console.Console(stderr=True)


def say(text):
    """Prints a line as it is, however long."""
    OUTPUT.print(text, highlight=False, markup=False, soft_wrap=True)


def failure(error):
    """Prints an error without a traceback; returns the exit to raise."""
    _ERRORS.print(
        f"Error: {error}",
        style="red",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    return typer.Exit(2)
