"""DCNN on MR, Subj, CR and MPQA by ten-fold cross-validation."""

import dataclasses
from typing import Literal

from recipes.recipe import Recipe
from recipes.running.settings import setting
from recipes.sentence_cnn import hooks
from recipes.sentence_cnn.sentence_settings import SentenceSettings

FOLDS = 10


@dataclasses.dataclass(frozen=True)
class DCNNFoldsSettings(SentenceSettings):
    """The network of the binary treebank. The seed chooses the fold."""

    data: Literal["mr", "subj", "cr", "mpqa"] = setting(
        "mr", "a row of the table"
    )
    seed: int = setting(
        0, "its last digit is the fold that is tested on: `--seeds 0,1,...,9`"
    )
    fold_seed: int = setting(0, "of the division into folds")
    validation_share: float = setting(
        0.1, "of the sentences of the other folds, to choose the weights"
    )

    def __post_init__(self):
        super().__post_init__()
        self.require(
            "validation_share", "between 0 and 1", lambda share: 0 < share < 1
        )

    @property
    def folded(self):
        return 4


def prepare(settings, context):
    """Reads the sentences and takes out the fold to test on."""
    from recipes.datasets.data_format_error import DataFormatError
    from recipes.datasets.sentence_polarity import read_polarity
    from recipes.sentence_cnn.folds import without_fold
    from recipes.sentence_cnn.prepare_sentences import (
        held_out,
        prepare_sentences,
    )

    if context.data_dir is None:
        raise DataFormatError(
            "Give `--data-dir`, a folder with the files of MR, Subj, CR and "
            "MPQA: TFDS has none of them."
        )
    sentences = read_polarity(context.data_dir, settings.data)
    fold = settings.seed % FOLDS
    rest, test = without_fold(sentences, fold, FOLDS, settings.fold_seed)
    splits = held_out(rest, settings.validation_share)
    splits = hooks.cut({**splits, "test": test}, settings)
    data = prepare_sentences(splits, settings)
    data.details["fold"] = f"{fold + 1} of {FOLDS}"
    return data


def build(settings, data):
    """The model, with the classes of the data set."""
    return hooks.build("sst_binary", settings, data)


RECIPE = Recipe(
    name="dcnn_folds",
    title="DCNN on MR, Subj, CR and MPQA, ten folds",
    paper=(
        "Kalchbrenner, Grefenstette and Blunsom, A Convolutional Neural "
        "Network for Modelling Sentences, ACL 2014. The paper has no figures "
        "for these data."
    ),
    settings=DCNNFoldsSettings,
    prepare=prepare,
    build=build,
    train=hooks.train,
    evaluate=hooks.evaluate,
    metric=("mr: test", "accuracy"),
    rows={name: {"data": name} for name in ("mr", "subj", "cr", "mpqa")},
    variants={"smoke": hooks.SMOKE},
)
