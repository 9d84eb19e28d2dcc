"""The table of models. A new model is one entry of `MODELS`.

Nothing here imports a model: entries name modules, which `import zoo` loads
when one of their names is used.
"""

import dataclasses
import difflib
import importlib
import importlib.util
import pathlib

from zoo.manifest import WEIGHTS_FILE, read_manifest

WEIGHTS = pathlib.Path(__file__).parent / "weights"


@dataclasses.dataclass(frozen=True)
class ModelEntry:
    """One model of the zoo.

    The module `<family>.<name>` defines the function `name`, and, if there
    are presets, `<family>.<name>_presets` holds nothing but their `PRESETS`:
    `{preset name: {"description": ...}}`. Their files lie in
    `zoo/weights/<preset name>/` beside a manifest.

    Attributes:
        name: The function, `zoo.<name>`.
        family: The package of its modules.
        classes: Exported class -> its module, relative to the family.
        summary: One line on what the model does.
        paper: The paper it is from, short.
        is_task: Whether it is a keras-hub task; what searches instead of
            computing offers the same methods without being one.
    """

    name: str
    family: str
    classes: dict[str, str]
    summary: str
    paper: str
    is_task: bool = True

    def exports(self):
        """Public name -> module, of the function and the classes."""
        names = {self.name: self.name, **self.classes}
        return {name: f"{self.family}.{m}" for name, m in names.items()}

    def presets(self):
        """Preset name -> its record, as the family's data file has it."""
        module = f"{self.family}.{self.name}_presets"
        if importlib.util.find_spec(module) is None:
            return {}
        return importlib.import_module(module).PRESETS


MODELS = (
    ModelEntry(
        name="atpl_captioner",
        family="zoo.atpl",
        classes={
            "ATPLCaptioner": "atpl_captioner",
            "ATPLCaptionerBackbone": "atpl_captioner_backbone",
            "ATPLCaptionerPreprocessor": "atpl_captioner_preprocessor",
            "ATPLCaptionerTokenizer": "atpl_captioner_tokenizer",
        },
        summary="Image captioner whose words are unbound from a tensor "
        "product by learned roles.",
        paper="Attentive Tensor Product Learning (AAAI 2019)",
    ),
    ModelEntry(
        name="atpl_autoencoder",
        family="zoo.atpl",
        classes={
            "ATPLAutoencoder": "atpl_autoencoder",
            "ATPLAutoencoderBackbone": "atpl_autoencoder_backbone",
            "ATPLAutoencoderPreprocessor": "atpl_autoencoder_preprocessor",
            "ATPLAutoencoderTokenizer": "atpl_autoencoder_tokenizer",
        },
        summary="Autoencoder of sentences whose roles, learned without "
        "supervision, carry grammar.",
        paper="Attentive Tensor Product Learning (AAAI 2019)",
    ),
    ModelEntry(
        name="atpl_tagger",
        family="zoo.atpl",
        classes={
            "ATPLTagger": "atpl_tagger",
            "ATPLTaggerBackbone": "atpl_tagger_backbone",
            "ATPLTaggerPreprocessor": "atpl_tagger_preprocessor",
            "ATPLTaggerTokenizer": "atpl_tagger_tokenizer",
        },
        summary="Part-of-speech tagger that reads the roles of an autoencoder.",
        paper="Attentive Tensor Product Learning (AAAI 2019)",
    ),
    ModelEntry(
        name="atpl_parser",
        family="zoo.atpl",
        classes={
            "ATPLParser": "atpl_parser",
            "ATPLParserBackbone": "atpl_parser_backbone",
            "ATPLParserPreprocessor": "atpl_parser_preprocessor",
            "ATPLParserTokenizer": "atpl_parser_tokenizer",
        },
        summary="Constituency parser that builds trees row by row from roles.",
        paper="Attentive Tensor Product Learning (AAAI 2019)",
    ),
    ModelEntry(
        name="nic_captioner",
        family="zoo.captioning",
        classes={
            "NICCaptioner": "nic_captioner",
            "NICCaptionerBackbone": "nic_captioner_backbone",
            "NICCaptionerPreprocessor": "nic_captioner_preprocessor",
            "NICCaptionerTokenizer": "nic_captioner_tokenizer",
        },
        summary="Image captioner with a plain LSTM decoder.",
        paper="Show and Tell (CVPR 2015)",
    ),
    ModelEntry(
        name="cnn_lstm_captioner",
        family="zoo.captioning",
        classes={
            "CNNLSTMCaptioner": "cnn_lstm_captioner",
            "CNNLSTMCaptionerBackbone": "cnn_lstm_captioner_backbone",
            "CNNLSTMCaptionerPreprocessor": "cnn_lstm_captioner_preprocessor",
            "CNNLSTMCaptionerTokenizer": "cnn_lstm_captioner_tokenizer",
        },
        summary="Image captioner whose LSTM scores words by their vectors.",
        paper="Semantic Compositional Networks (CVPR 2017)",
    ),
    ModelEntry(
        name="scn_captioner",
        family="zoo.captioning",
        classes={
            "SCNCaptioner": "scn_captioner",
            "SCNCaptionerBackbone": "scn_captioner_backbone",
            "SCNCaptionerPreprocessor": "scn_captioner_preprocessor",
            "SCNCaptionerTokenizer": "scn_captioner_tokenizer",
        },
        summary="Image captioner whose LSTM is composed from image tags.",
        paper="Semantic Compositional Networks (CVPR 2017)",
    ),
    ModelEntry(
        name="tag_detector",
        family="zoo.captioning",
        classes={
            "TagDetector": "tag_detector",
            "TagDetectorBackbone": "tag_detector_backbone",
        },
        summary="Detector of image tags for the captioners that read them.",
        paper="Semantic Compositional Networks (CVPR 2017)",
    ),
    ModelEntry(
        name="tree_lstm_sentiment",
        family="zoo.tree_lstm",
        classes={
            "TreeLSTMSentiment": "tree_lstm_sentiment",
            "TreeLSTMSentimentBackbone": "tree_lstm_sentiment_backbone",
            "TreeLSTMSentimentPreprocessor": "tree_lstm_sentiment_preprocessor",
            "TreeLSTMSentimentTokenizer": "tree_lstm_sentiment_tokenizer",
        },
        summary="Sentiment of a sentence and of each phrase, along its tree.",
        paper="Tree-Structured LSTM Networks (ACL 2015)",
    ),
    ModelEntry(
        name="tree_lstm_relatedness",
        family="zoo.tree_lstm",
        classes={
            "TreeLSTMRelatedness": "tree_lstm_relatedness",
            "TreeLSTMRelatednessBackbone": "tree_lstm_relatedness_backbone",
            "TreeLSTMRelatednessPreprocessor": (
                "tree_lstm_relatedness_preprocessor"
            ),
            "TreeLSTMRelatednessTokenizer": "tree_lstm_relatedness_tokenizer",
        },
        summary="How related two sentences are, read along their trees.",
        paper="Tree-Structured LSTM Networks (ACL 2015)",
    ),
    ModelEntry(
        name="lstm_sentiment",
        family="zoo.tree_lstm",
        classes={
            "LSTMSentiment": "lstm_sentiment",
            "LSTMSentimentBackbone": "lstm_sentiment_backbone",
            "LSTMSentimentPreprocessor": "lstm_sentiment_preprocessor",
            "LSTMSentimentTokenizer": "lstm_sentiment_tokenizer",
        },
        summary="Sentiment of a sentence, read in a row by an LSTM.",
        paper="Tree-Structured LSTM Networks (ACL 2015)",
    ),
    ModelEntry(
        name="lstm_relatedness",
        family="zoo.tree_lstm",
        classes={
            "LSTMRelatedness": "lstm_relatedness",
            "LSTMRelatednessBackbone": "lstm_relatedness_backbone",
            "LSTMRelatednessPreprocessor": "lstm_relatedness_preprocessor",
            "LSTMRelatednessTokenizer": "lstm_relatedness_tokenizer",
        },
        summary="How related two sentences are, read in a row by an LSTM.",
        paper="Tree-Structured LSTM Networks (ACL 2015)",
    ),
    ModelEntry(
        name="babi_ngram",
        family="zoo.memory",
        classes={
            "BabiNgram": "babi_ngram",
            "BabiNgramBackbone": "babi_ngram_backbone",
            "BabiNgramPreprocessor": "babi_ngram_preprocessor",
            "BabiNgramTokenizer": "babi_ngram_tokenizer",
        },
        summary="Answers questions about stories by n-grams, a baseline.",
        paper="Towards AI-Complete Question Answering (2015)",
    ),
    ModelEntry(
        name="babi_svm",
        family="zoo.memory",
        classes={"BabiSVM": "babi_svm"},
        summary="Answers questions about stories by a search for facts, a "
        "baseline.",
        paper="Towards AI-Complete Question Answering (2015)",
        is_task=False,
    ),
    ModelEntry(
        name="dcnn",
        family="zoo.sentence_cnn",
        classes={
            "DCNN": "dcnn",
            "DCNNBackbone": "dcnn_backbone",
            "DCNNPreprocessor": "dcnn_preprocessor",
            "DCNNTokenizer": "dcnn_tokenizer",
        },
        summary="Sentence classifier by dynamic k-max pooling.",
        paper="A Convolutional Neural Network for Modelling Sentences "
        "(ACL 2014)",
    ),
    ModelEntry(
        name="max_tdnn",
        family="zoo.sentence_cnn",
        classes={
            "MaxTDNN": "max_tdnn",
            "MaxTDNNBackbone": "max_tdnn_backbone",
            "MaxTDNNPreprocessor": "max_tdnn_preprocessor",
            "MaxTDNNTokenizer": "max_tdnn_tokenizer",
        },
        summary="Sentence classifier by one narrow convolution.",
        paper="A Convolutional Neural Network for Modelling Sentences "
        "(ACL 2014)",
    ),
    ModelEntry(
        name="nbow",
        family="zoo.sentence_cnn",
        classes={
            "NBoW": "nbow",
            "NBoWBackbone": "nbow_backbone",
            "NBoWPreprocessor": "nbow_preprocessor",
            "NBoWTokenizer": "nbow_tokenizer",
        },
        summary="Sentence classifier by the sum of its words.",
        paper="A Convolutional Neural Network for Modelling Sentences "
        "(ACL 2014)",
    ),
    ModelEntry(
        name="mnist_sigmoid",
        family="zoo.batch_norm",
        classes={
            "MNISTSigmoid": "mnist_sigmoid",
            "MNISTSigmoidBackbone": "mnist_sigmoid_backbone",
            "MNISTSigmoidPreprocessor": "mnist_sigmoid_preprocessor",
        },
        summary="Classifier of digits by sigmoid layers, normalised or not.",
        paper="Batch Normalization (ICML 2015)",
    ),
    ModelEntry(
        name="bn_inception",
        family="zoo.batch_norm",
        classes={
            "BNInception": "bn_inception",
            "BNInceptionBackbone": "bn_inception_backbone",
            "BNInceptionPreprocessor": "bn_inception_preprocessor",
        },
        summary="Classifier of images: Inception with batch normalisation.",
        paper="Batch Normalization (ICML 2015)",
    ),
    ModelEntry(
        name="inception_ensemble",
        family="zoo.batch_norm",
        classes={
            "InceptionEnsemble": "inception_ensemble",
            "InceptionEnsembleBackbone": "inception_ensemble_backbone",
            "InceptionEnsemblePreprocessor": "inception_ensemble",
        },
        summary="Six BN-Inceptions whose probabilities are averaged.",
        paper="Batch Normalization (ICML 2015)",
    ),
    ModelEntry(
        name="memnn",
        family="zoo.memory",
        classes={
            "MemNN": "memnn",
            "MemNNBackbone": "memnn_backbone",
            "MemNNPreprocessor": "memnn_preprocessor",
            "MemNNTokenizer": "memnn_tokenizer",
        },
        summary="Answers questions about a story from the facts it finds.",
        paper="Memory Networks (ICLR 2015); Towards AI-Complete Question "
        "Answering (2015)",
    ),
    ModelEntry(
        name="memn2n",
        family="zoo.memory",
        classes={
            "MemN2N": "memn2n",
            "MemN2NBackbone": "memn2n_backbone",
            "MemN2NPreprocessor": "memn2n_preprocessor",
            "MemN2NTokenizer": "memn2n_tokenizer",
        },
        summary="Answers questions about a story by attention, from answers "
        "alone.",
        paper="End-To-End Memory Networks (NIPS 2015)",
    ),
    ModelEntry(
        name="babi_lstm",
        family="zoo.memory",
        classes={
            "BabiLSTM": "babi_lstm",
            "BabiLSTMBackbone": "babi_lstm_backbone",
            "BabiLSTMPreprocessor": "babi_lstm_preprocessor",
            "BabiLSTMTokenizer": "babi_lstm_tokenizer",
        },
        summary="Answers questions about a story with an LSTM.",
        paper="Towards AI-Complete Question Answering (2015)",
    ),
)

# What belongs to no single model: public name -> module.
SHARED = {
    "BeamSampler": "zoo.captioning.beam_sampler",
    "Caption": "zoo.captioning.caption",
    "SelfCriticalBatches": "zoo.captioning.self_critical_batches",
    "WordTokenizer": "zoo.word_tokenizer",
    "image_encoder": "zoo.captioning.image_encoders.image_encoder",
    "load_images": "zoo.captioning.images.load_images",
    "load_model": "zoo.loading",
    "story_vocabulary": "zoo.memory.story_vocabulary",
}


def list_models():
    """Returns the names of all models, functions of `zoo`, sorted."""
    return sorted(entry.name for entry in MODELS)


def list_presets(model=None):
    """Returns the names of the presets, sorted.

    Args:
        model: Name of a model as in `list_models()`; `None` for all models.

    Raises:
        ValueError: If there is no such model.
    """
    entries = MODELS if model is None else [find_model(model)]
    return sorted(name for entry in entries for name in entry.presets())


def describe(name):
    """Says what a preset is: its data, its score, its files.

    Args:
        name: Name of a preset.

    Returns:
        A dict with `name`, `model` (the function's name), `description`,
        `params`, `data`, `licence` (of the data), `recipe`, `metric`,
        `score`, `vocabulary_hash`, `bytes` (of all files), `sha256` (of
        `model.weights.h5`), `files` (the bytes and SHA-256 of each) and
        whatever else its manifest holds.

    Raises:
        ValueError: If there is no such preset.
    """
    entry, record = find_preset(name)
    manifest = read_manifest(WEIGHTS / name)
    files = manifest["files"]
    return {
        "name": name,
        **record,
        **manifest,
        "model": entry.name,
        "bytes": sum(file["bytes"] for file in files.values()),
        "sha256": files.get(WEIGHTS_FILE, {}).get("sha256"),
    }


def find_model(name):
    """Returns the `ModelEntry` of a model's name."""
    for entry in MODELS:
        if entry.name == name:
            return entry
    raise ValueError(
        f"There is no model {name!r}. {suggestion(name, list_models())}"
    )


def find_preset(name):
    """Returns the `ModelEntry` and the record of a preset's name."""
    for entry in MODELS:
        record = entry.presets().get(name)
        if record is not None:
            return entry, record
    raise ValueError(
        f"There is no preset {name!r}. {suggestion(name, list_presets())}"
    )


def presets_for_class(cls):
    """Preset name -> record, for an exported class or a subclass of one."""
    for base in cls.__mro__:
        for entry in MODELS:
            if base.__name__ in entry.classes:
                return dict(entry.presets())
    return {}


def exports():
    """Every public name that is loaded on use -> its module."""
    names = dict(SHARED)
    for entry in MODELS:
        names |= entry.exports()
    return names


def import_all():
    """Imports every module of the zoo, so that Keras knows all classes."""
    for module in sorted(set(exports().values())):
        importlib.import_module(module)


def suggestion(name, known):
    """A sentence with the names that are close to one, or all names."""
    close = difflib.get_close_matches(str(name), known, n=3, cutoff=0.6)
    if close:
        return f"Did you mean {' or '.join(map(repr, close))}?"
    return f"Known names: {', '.join(sorted(known)) or 'none yet'}."
