"""The variants of a Memory Network in Table 3 of the bAbI paper."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    """What a name of a variant stands for.

    Args:
        use_stop: Adaptive memory (AM): the search stops by itself.
        ngrams: Length of the longest n-grams (NG: 3).
        nonlinear: The map of two layers of tanh (NL).
        encoding: `"bow"` or `"multilinear"`.
    """

    use_stop: bool = True
    ngrams: int = 1
    nonlinear: bool = False
    encoding: str = "bow"


VARIANTS = {
    "memnn": Variant(use_stop=False),
    "am": Variant(),
    "am_ng": Variant(ngrams=3),
    "am_nl": Variant(nonlinear=True),
    "am_ng_nl": Variant(ngrams=3, nonlinear=True),
    "am_multilinear": Variant(encoding="multilinear"),
}
