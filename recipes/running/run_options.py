"""Settings and variants of a recipe, as typed on a command line."""


def run_options(recipe, arguments):
    """Reads `--name value`, `--name=value`, `--flag` and `--no-flag`.

    Args:
        recipe: A `Recipe`.
        arguments: List of words that name its settings and variants.

    Returns:
        `(values, variants)`: a dict from names of settings, not yet checked,
        to their text, and the variants given, in the recipe's order.

    Raises:
        ValueError: For a word that is no option, or a variant with a value.
    """
    values, given = {}, []
    for name, value in _options(arguments):
        if name in recipe.variants:
            if value != "true":
                raise ValueError(
                    f"`--{name}` is a variant: give it without a value, or "
                    f"leave it out. Received: {value!r}."
                )
            given.append(name)
        else:
            values[name] = value
    return values, [name for name in recipe.variants if name in given]


def with_variants(recipe, values, variants):
    """Adds the settings of variants to others, which win over them.

    Args:
        recipe: A `Recipe`.
        values: Dict from names of settings to values or their text.
        variants: Names; a later one wins over an earlier one.
    """
    merged = {}
    for variant in variants:
        merged |= recipe.variants[variant]
    return merged | values


def _options(arguments):
    """Yields the name and the value of each option, as text."""
    arguments = list(arguments)
    while arguments:
        argument = arguments.pop(0)
        if not argument.startswith("--"):
            raise ValueError(
                f"Unexpected argument {argument!r}: settings are given as "
                "`--name value`."
            )
        name, equals, value = argument[2:].partition("=")
        if not equals and arguments and not arguments[0].startswith("--"):
            value = arguments.pop(0)
        elif not equals and name.startswith("no-"):
            name, value = name[3:], "false"
        elif not equals:
            value = "true"
        yield name.replace("-", "_"), value
