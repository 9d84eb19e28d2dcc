"""The published models, assembled from the layers of `keras_tpr`.

`zoo.list_models()` names the models, `zoo.list_presets()` the trained ones;
`zoo.<model>(preset=...)` makes one. A model's modules are imported when one
of its names is used, so `import zoo` is quick.
"""

import importlib

from zoo import presets, registry
from zoo.registry import describe, list_models, list_presets

__all__ = ["describe", "list_models", "list_presets", "presets"]


def __getattr__(name):
    names = registry.exports()
    if name not in names:
        raise AttributeError(
            f"module 'zoo' has no attribute {name!r}. "
            + registry.suggestion(name, __dir__())
        )
    return getattr(importlib.import_module(names[name]), name)


def __dir__():
    return sorted({*__all__, *registry.exports()})
