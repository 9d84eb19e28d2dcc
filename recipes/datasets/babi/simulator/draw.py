"""Seeded draws from short sequences.

They use nothing of the generator but `random()`, whose numbers Python keeps
the same from version to version, and are faster than its other methods.
"""


def pick(rng, options):
    """Draws one of a non-empty sequence.

    Args:
        rng: A `random.Random`.
        options: A sequence.
    """
    return options[int(rng.random() * len(options))]


def pick_other(rng, options, taken):
    """Draws one of a sequence of different values that is not `taken`."""
    while True:
        option = options[int(rng.random() * len(options))]
        if option != taken:
            return option


def shuffled(rng, items):
    """A list of the items in random order."""
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        place = int(rng.random() * (last + 1))
        items[last], items[place] = items[place], items[last]
    return items
