"""The zoo as a page: every model and every preset, from the registry."""

from zoo import registry
from zoo.atomic_file import atomic_file

_COMMAND = (
    'python -c "from zoo.model_table import write_model_table; '
    "write_model_table('docs/models.md')\""
)


def model_table():
    """Returns the models and the presets as two Markdown tables."""
    models = [
        (f"`zoo.{entry.name}`", entry.summary, entry.paper)
        for entry in sorted(registry.MODELS, key=lambda entry: entry.name)
    ]
    presets = [
        _preset_row(registry.describe(name)) for name in registry.list_presets()
    ]
    sections = [
        "# Models",
        "This page is written from the registry by\n\n"
        f"    {_COMMAND}\n\n"
        "`zoo.describe(name)` gives all that is known about a preset.",
        _table(("model", "what it does", "paper"), models),
        "# Presets",
        _table(
            (
                "preset",
                "model",
                "parameters",
                "size",
                "data",
                "licence of the data",
                "score",
                "recipe",
            ),
            presets,
        )
        if presets
        else "None yet.",
    ]
    return "\n\n".join(sections) + "\n"


def write_model_table(path):
    """Writes `model_table()` to a file."""
    with atomic_file(path) as file:
        file.write(model_table())


def _preset_row(preset):
    params = preset["params"]
    return (
        f"`{preset['name']}`",
        f"`{preset['model']}`",
        "" if params is None else f"{params:,}",
        f"{preset['bytes'] / 1e6:.1f} MB",
        preset["data"],
        preset["licence"],
        f"{preset['metric']} {_number(preset['score'])}",
        f"`{preset['recipe']}`",
    )


def _number(score):
    return f"{score:.4g}" if isinstance(score, float) else str(score)


def _table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
