"""The preprocessor of the ATPL autoencoder."""

import numpy as np

from zoo.atpl.atpl_autoencoder_backbone import ATPLAutoencoderBackbone
from zoo.atpl.atpl_autoencoder_tokenizer import ATPLAutoencoderTokenizer
from zoo.atpl.grammar_preprocessor import GrammarPreprocessor
from zoo.export import zoo_export


@zoo_export
class ATPLAutoencoderPreprocessor(GrammarPreprocessor):
    """Turns sentences into ids, which are their own targets.

    Args:
        tokenizer: an `ATPLAutoencoderTokenizer`.

    Call arguments:
        x: a list of texts, of lists of words, or of trees, of which only the
            words matter.
        y: None.
        sample_weight: a weight for each sentence, or None.
        labelled: whether there shall be targets.

    Shapes:
        `(x, y)`: `x` a dict of `token_ids` `(B, T)`, at least one END behind
        the words; `y` `(B, T)`, the same with -1 behind the first END.

    Example:

    >>> from zoo import ATPLAutoencoderPreprocessor, ATPLAutoencoderTokenizer
    >>> tokenizer = ATPLAutoencoderTokenizer(["a", "gem"])
    >>> x, y = ATPLAutoencoderPreprocessor(tokenizer)(["a gem", "gem"])
    >>> y[1].tolist() == [x["token_ids"][1, 0], 0, -1]
    True
    """

    backbone_cls = ATPLAutoencoderBackbone
    tokenizer_cls = ATPLAutoencoderTokenizer
    room = 1

    def labelled(self, row, sentence, target):
        return with_own_targets(row)

    def encode(self, x, y=None, labelled=False):
        if y is not None:
            raise ValueError(
                "`y` must be None: the targets of an autoencoder are the "
                "sentences themselves."
            )
        return super().encode(x, None, labelled)


def with_own_targets(row):
    """A row whose labels are its own ids and END."""
    return row._replace(labels=np.append(row.token_ids, 0).astype(np.int32))
