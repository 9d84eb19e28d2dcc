"""Several caption scores at once, from raw captions."""

import difflib
from collections.abc import Iterable

from keras_tpr.metrics.captions.bleu import bleu_of_table
from keras_tpr.metrics.captions.caption_pairs import pair_captions
from keras_tpr.metrics.captions.cider import cider_of_table
from keras_tpr.metrics.captions.cider_d import cider_d_of_table
from keras_tpr.metrics.captions.meteor import meteor
from keras_tpr.metrics.captions.ngram_table import NgramTable
from keras_tpr.metrics.captions.rouge_l import rouge_l
from keras_tpr.metrics.captions.tokenize_caption import tokenize_caption

_BLEU_ORDERS = 4
_DEFAULT = ("bleu", "rouge_l", "cider_d", "cider")
_ALL = (*_DEFAULT, "meteor")
_FROM_TEXT = {"rouge_l": rouge_l, "meteor": meteor}
_FROM_TABLE = {"cider_d": cider_d_of_table, "cider": cider_of_table}


class CaptionScorer:
    """Tokenises captions and computes the scores of the COCO evaluation.

    BLEU and CIDEr read one shared table of n-grams, so the whole set costs
    little more than one score.

    Args:
        metrics: names out of `bleu` (which gives `bleu_1` to `bleu_4`),
            `rouge_l`, `cider_d`, `cider` and `meteor`, or `"all"`. METEOR is
            not among the default ones: it needs the extra `coco` and takes
            longer than the others together.
        tokenizer: function from a caption to its tokens, as one string with
            spaces between them or as a list; `None` for captions that are
            tokenised already.
        df, num_documents: document frequencies for CIDEr and CIDEr-D in
            place of those of the references; see `document_frequency`, which
            takes captions that are tokenised already.

    Attributes:
        score_names: the keys of the result.

    Call arguments:
        candidates: a list of captions, or a mapping from image id to caption.
        references: a list of lists of captions, or a mapping from image id to
            a list of them.
        per_caption: also return the scores of each caption.

    Returns:
        A dict from score name to value, for `per_caption` the pair
        `(dict, dict of arrays)`, arrays in the order of `candidates`.

    Raises:
        ImportError: METEOR without its linguistic data.
        ValueError: no or unknown names in `metrics`, or captions that do not
            go together.
        TypeError: captions that are not strings, or arguments of other types.

    Warns:
        SmallCorpusWarning: CIDEr from fewer than 50 images.

    Example:

    >>> from keras_tpr.metrics import CaptionScorer
    >>> scorer = CaptionScorer(metrics=("bleu", "rouge_l"))
    >>> scores = scorer(
    ...     {7: "A dog runs."}, {7: ["The dog runs!", "A brown dog is running"]}
    ... )
    >>> round(scores["bleu_1"], 3), round(scores["rouge_l"], 3)
    (1.0, 0.667)

    Reference:
        Chen et al., Microsoft COCO Captions: Data Collection and Evaluation
        Server, 2015, section 3.
    """

    def __init__(
        self,
        metrics=_DEFAULT,
        tokenizer=tokenize_caption,
        df=None,
        num_documents=None,
    ):
        self.metrics = _checked_names(metrics)
        if tokenizer is not None and not callable(tokenizer):
            raise TypeError(
                "`tokenizer` must be a function from a caption to its tokens, "
                f"or `None`. Received: {tokenizer!r}"
            )
        self.tokenizer = tokenizer
        self.df = df
        self.num_documents = num_documents

    @property
    def score_names(self):
        """The keys of the dict that a call returns."""
        names = []
        for name in self.metrics:
            if name == "bleu":
                names += [f"bleu_{n + 1}" for n in range(_BLEU_ORDERS)]
            else:
                names.append(name)
        return names

    def __call__(self, candidates, references, per_caption=False):
        _, candidates, references = pair_captions(candidates, references)
        candidates = self._tokenized(candidates)
        references = [self._tokenized(captions) for captions in references]
        table = NgramTable(candidates, references)
        scores, each = {}, {}
        for name in self.metrics:
            if name == "bleu":
                corpus, columns = bleu_of_table(table, _BLEU_ORDERS)
                for order, value in enumerate(corpus, start=1):
                    scores[f"bleu_{order}"] = value
                    each[f"bleu_{order}"] = columns[:, order - 1]
            elif name in _FROM_TEXT:
                scores[name], each[name] = _FROM_TEXT[name](
                    candidates, references, per_caption=True
                )
            else:
                each[name] = _FROM_TABLE[name](
                    table, self.df, self.num_documents
                )
                scores[name] = float(each[name].mean())
        return (scores, each) if per_caption else scores

    def _tokenized(self, captions):
        if self.tokenizer is None:
            return captions
        return [_joined(self.tokenizer(caption)) for caption in captions]


def _joined(tokens):
    if isinstance(tokens, str):
        return tokens
    if not isinstance(tokens, Iterable):
        raise TypeError(
            "`tokenizer` must return a string or a list of tokens. It "
            f"returned: {tokens!r} of type {type(tokens).__name__}."
        )
    return " ".join(tokens)


def _checked_names(metrics):
    if isinstance(metrics, str):
        metrics = _ALL if metrics == "all" else (metrics,)
    if not isinstance(metrics, Iterable):
        raise TypeError(
            f'`metrics` must be "all" or names out of {_ALL}. Received: '
            f"{metrics!r} of type {type(metrics).__name__}."
        )
    names = tuple(metrics)
    if not names:
        raise ValueError(
            f'`metrics` is empty. Give "all" or names out of {_ALL}.'
        )
    for name in names:
        if name not in _ALL:
            close = difflib.get_close_matches(str(name), _ALL, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise ValueError(
                f'`metrics` must be "all" or names out of {_ALL}. '
                f"Received: {name!r}.{hint}"
            )
    return names
