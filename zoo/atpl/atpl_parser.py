"""The constituency parser that builds trees row by row.

Attentive Tensor Product Learning (AAAI 2019), section 5.2.
"""

import numpy as np
from keras import ops

from keras_tpr.trees import to_brackets, to_nltk
from keras_tpr.trees.bracket_escapes import escape_round_brackets
from zoo.atpl.atpl_parser_backbone import ATPLParserBackbone
from zoo.atpl.atpl_parser_preprocessor import ATPLParserPreprocessor
from zoo.atpl.atpl_tagger import ATPLTagger, atpl_tagger
from zoo.atpl.check_names import check_names
from zoo.atpl.grammar_task import GrammarTask, adam
from zoo.atpl.label_classes import LabelClasses
from zoo.atpl.make_grammar_model import fresh_parts, load_preset
from zoo.atpl.parser_loss import (
    WEIGHTINGS,
    forced_rows,
    row_loss,
    span_loss,
)
from zoo.atpl.parser_rows import spans_of_rows
from zoo.atpl.parser_scores import cut_scores, stack_scores
from zoo.atpl.read_sentence import read_sentence
from zoo.atpl.tag_classes import TagClasses
from zoo.atpl.tree_finder import ROWS, TreeFinder
from zoo.captioning.bare_network import network_copy
from zoo.export import zoo_export
from zoo.tree_lstm.sentence_preprocessor import sentence_list

FORMS = ("tree", "nltk", "brackets")
# Scored at a time; each takes some kilobytes.
MOST_PHRASES = 200_000


@zoo_export
class ATPLParser(GrammarTask):
    """Finds the constituency tree of a sentence; see `zoo.atpl_parser`.

    Args:
        backbone: an `ATPLParserBackbone`.
        preprocessor: an `ATPLParserPreprocessor`, or None.
        class_names: names of the tags.
        labels: names of the labels of phrases.
        root_label: of what is left in pieces.
        loss_weighting: see `row_loss`; with `row_network="roles"`.
    """

    backbone_cls = ATPLParserBackbone
    preprocessor_cls = ATPLParserPreprocessor

    def __init__(
        self,
        backbone,
        preprocessor=None,
        class_names=None,
        labels=None,
        root_label="S",
        loss_weighting="token",
        **kwargs,
    ):
        if loss_weighting not in WEIGHTINGS:
            raise ValueError(
                f"`loss_weighting` must be one of {WEIGHTINGS}. Received: "
                f"{loss_weighting!r}."
            )
        check_names("root_label", [root_label])
        # Layers
        self.backbone = backbone
        self.preprocessor = preprocessor
        self.tags = TagClasses(backbone.num_tags, class_names)
        self.classes = LabelClasses(
            labels, backbone.label_mode, self.tags.names
        )
        if len(self.classes) != backbone.num_labels:
            raise ValueError(
                f"`labels` and NULL are {len(self.classes)} classes, but "
                f"`num_labels={backbone.num_labels}`."
            )
        # Graph
        inputs = backbone.input
        super().__init__(
            inputs, backbone(inputs), backbone, preprocessor, **kwargs
        )
        # Config
        self.root_label = root_label
        self.loss_weighting = loss_weighting

    def call(self, inputs, training=None, mask=None):
        scores = self.backbone(inputs, training=training)
        if inputs.get("bits") is None:
            return scores
        return forced_rows(
            scores, inputs["bits"], ops.not_equal(inputs["token_ids"], 0)
        )

    @property
    def class_names(self):
        """The labels in the order of the outputs, None for NULL."""
        return list(self.classes.names)

    def default_compile(self):
        """Adam; the loss is the parser's own, see `row_loss`, `span_loss`."""
        return {"optimizer": adam(1e-3), "loss": None, "weighted_metrics": None}

    def compute_loss(
        self, x=None, y=None, y_pred=None, sample_weight=None, training=True
    ):
        if "span_labels" in x:
            return span_loss(y_pred["spans"], x, sample_weight)
        return row_loss(
            y_pred,
            x,
            self.backbone.bit_encoding,
            self.loss_weighting,
            sample_weight,
        )

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        return self.get_metrics_result()

    def encoded_targets(self, rows, x, y):
        missing = [n for n in ("pos", "bits", "labels") if n not in x]
        if missing:
            raise ValueError(
                f"`{missing[0]}` is missing: encoded sentences are trained on "
                "with `pos` (B, T), `bits`, `labels` (B, K - 1, T) and "
                "`row_mask` (B, K - 1)."
            )
        pos, bits, labels = (
            np.asarray(x[name], np.int32) for name in ("pos", "bits", "labels")
        )
        mask = np.asarray(x.get("row_mask", np.ones(bits.shape[:2])), bool)
        result = []
        for place, row in enumerate(rows):
            size = len(row.words.token_ids)
            real = mask[place]
            own = [values[place][real, :size] for values in (bits, labels)]
            result.append(
                row._replace(
                    pos=pos[place, :size],
                    bits=own[0],
                    labels=own[1],
                    spans=spans_of_rows(*own),
                )
            )
        return result, None

    def predict(self, x, batch_size=None, **kwargs):
        """The scores of all sentences; see `ATPLParserBackbone`.

        Args:
            x: sentences, or encoded inputs.
            batch_size: number of sentences that are read at a time.
            **kwargs: ignored, as there is no progress to show.

        Returns:
            A dict of arrays, the first axis that of the sentences, zeros
            behind their words.
        """
        return stack_scores(self.predict_each(x, batch_size))

    def predict_each(self, x, batch_size=None):
        """What `predict` gives, as a list with a dict for each sentence."""
        size = 64 if batch_size is None else batch_size
        batches = self.batches(x, batch_size=size, labelled=False)
        found = [None] * len(batches.rows)
        for numbers in batches.batches:
            for piece in self._pieces(numbers, batches.sizes):
                inputs, _ = self.row_kind.stack(
                    [batches.rows[number] for number in piece]
                )
                outputs = self.predict_on_batch(inputs)
                for place, number in enumerate(piece):
                    found[number] = cut_scores(
                        outputs, place, batches.sizes[number]
                    )
        return found

    def _pieces(self, numbers, sizes):
        """Parts of a batch: scores of phrases take the square of the length."""
        step = len(numbers)
        if self.backbone.row_network == "spans":
            longest = max(1, *(sizes[number] for number in numbers))
            step = max(1, MOST_PHRASES // longest**2)
        for start in range(0, len(numbers), step):
            yield numbers[start : start + step]

    def parse(self, x, batch_size=64, form="tree", rows="predicted"):
        """The trees of sentences.

        Args:
            x: a list of sentences, texts being split at blanks, or of lists
                of words; an empty one has no tree.
            batch_size: number of sentences that are read at a time.
            form: `"tree"`, `keras_tpr.trees.Tree`s; `"nltk"`, `nltk.Tree`s;
                `"brackets"`, text.
            rows: `"predicted"`; or, to see what comes of labels alone, `"gold"`
                for the rows of the trees given, and `"gold_null"` for these
                and their parts that have no label. Parts of speech are
                predicted in any case.

        Returns:
            A list; None, or an empty text, for an empty sentence.

        Raises:
            TypeError: for anything but a list of sentences.
            ValueError: for a model without a preprocessor, an unknown option,
                or gold rows of sentences without trees.
        """
        self.check_words()
        if isinstance(x, dict) and "token_ids" in x:
            raise TypeError(
                "`x` must be a list of sentences: trees are made of words. "
                "Received encoded inputs; `predict` takes these."
            )
        for name, value, known in (("form", form, FORMS), ("rows", rows, ROWS)):
            if value not in known:
                raise ValueError(
                    f"`{name}` must be one of {known}. Received: {value!r}."
                )
        sentences, scores = self._scores(x, batch_size)
        finder = self._finder
        return [
            _in_form(finder.tree(*pair, rows), form)
            for pair in zip(sentences, scores, strict=True)
        ]

    def tag(self, x, batch_size=64):
        """The part of speech of each word, as the tagger finds it."""
        return [
            self._finder.tags_of(scores)
            for scores in self.predict_each(x, batch_size)
        ]

    def explain(self, sentence):
        """How the tree of a sentence grew.

        Args:
            sentence: one text, list of words or tree.

        Returns:
            A `ParseExplanation`, with `to_dict`, `to_text`, `to_html` and
            `plot`.

        Raises:
            ValueError: for a model without a preprocessor, or an empty
                sentence.
        """
        self.check_words()
        (sentence,), (scores,) = self._scores([sentence], 1)
        if not sentence.words:
            raise ValueError("`sentence` is empty.")
        return self._finder.explanation(sentence, scores)

    def get_config(self):
        return {
            **super().get_config(),
            "class_names": list(self.tags.names),
            "labels": list(self.classes.labels),
            "root_label": self.root_label,
            "loss_weighting": self.loss_weighting,
        }

    def check_words(self):
        if self.preprocessor is None:
            raise ValueError(
                "Sentences are read with a vocabulary: make the model with "
                "`vocabulary=` or with a tagger that has one, or load a preset."
            )

    def _scores(self, x, batch_size):
        """Sentences as they were read, and their scores."""
        scores = self.predict_each(x, batch_size)
        return [read_sentence(value) for value in sentence_list(x)], scores

    @property
    def _finder(self):
        return TreeFinder(
            self.tags, self.classes, self.backbone, self.root_label
        )


def atpl_parser(
    preset=None,
    tagger=None,
    labels=None,
    vocabulary=None,
    vocabulary_size=None,
    class_names=None,
    dim=32,
    max_layers=20,
    share_from=None,
    units=512,
    factors=512,
    label_mode="null",
    bit_encoding="alternating",
    pos_input="hard",
    row_network="roles",
    layers=2,
    hidden=200,
    dropout=0.0,
    root_label="S",
    loss_weighting="token",
    dtype=None,
    load_weights=True,
):
    """A constituency parser that builds trees row by row from the words up.

    By default as published: in each row a segmenter joins parts of the row
    below, and a labeller names what came of it; both read the roles of an
    autoencoder, and their weights depend on the part of speech. With
    `row_network="spans"`, which goes beyond the paper, all phrases get scores
    and the rows of the best tree are found together.

    Args:
        preset: name or directory of a trained model; only `dtype` and
            `load_weights` can go with it.
        tagger: a trained `ATPLTagger`, of which a frozen copy is used; with it
            come its vocabulary and tags. None for a fresh one.
        labels: names of the labels of phrases, those of chains as `A+B`; the
            most frequent of the Penn Treebank by default.
        vocabulary, vocabulary_size, class_names, dim: of a fresh tagger, which
            has the same `units` and `factors`.
        max_layers: the highest row.
        share_from: the first row whose weights all further rows share; None
            for weights of their own in each, 107 million by default.
        units: size of the LSTMs in each direction.
        factors: of the weights that depend on the part of speech.
        label_mode: what stands for a part that is carried over: `"null"`, a
            label of its own; `"carry"`, the label of the row below.
        bit_encoding: `"alternating"`, as published, a code of parity in which
            a wrong bit changes all that follow; `"boundary"`, where a part
            begins.
        pos_input: `"hard"`, the most probable part of speech, or `"soft"`.
        row_network: `"roles"` or `"spans"`; see above.
        layers, hidden, dropout: with `row_network="spans"`; see `SpanNetwork`.
        root_label: of what is left in pieces at the highest row.
        loss_weighting: whether all words, `"token"`, or all parts,
            `"segment"`, count the same.
        dtype: a Keras dtype or policy.
        load_weights: False gives the preset's architecture untrained.

    Returns:
        A compiled `ATPLParser`.

    Example:

    >>> import zoo
    >>> tagger = zoo.atpl_tagger(
    ...     vocabulary=["a", "dog", "barks"], dim=4, units=6, factors=5
    ... )
    >>> model = zoo.atpl_parser(tagger=tagger, max_layers=4, units=5, factors=3)
    >>> trees = ["(S (NP (DT a) (NN dog)) (VP (VBZ barks)))"]
    >>> history = model.fit(trees, verbose=0)
    >>> model.parse(["a dog barks"])[0].words()
    ['a', 'dog', 'barks']

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section
        5.2.
    """
    arguments = locals()
    if preset is not None:
        return load_preset(ATPLParser, atpl_parser, arguments)
    words = {
        "vocabulary": vocabulary,
        "vocabulary_size": vocabulary_size,
        "class_names": class_names,
    }
    if tagger is None:
        tagger = atpl_tagger(
            **words, dim=dim, units=units, factors=factors, dtype=dtype
        )
    else:
        _check_tagger(tagger, words)
    tags = tagger.classes.names
    classes = LabelClasses(labels, label_mode, tags)
    backbone = ATPLParserBackbone(
        network_copy(tagger.backbone),
        num_tags=len(tags),
        num_labels=len(classes),
        tagger_factors=tagger.factors,
        tagger_head=tagger.head_kind,
        max_layers=max_layers,
        share_from=share_from,
        units=units,
        factors=factors,
        label_mode=label_mode,
        bit_encoding=bit_encoding,
        pos_input=pos_input,
        row_network=row_network,
        num_layers=layers,
        hidden=hidden,
        dropout=dropout,
        dtype=dtype,
    )
    backbone.start_from(tagger)
    preprocessor = None
    if tagger.preprocessor is not None:
        tokenizer = tagger.preprocessor.tokenizer
        special = len(tokenizer.special_tokens)
        preprocessor, _ = fresh_parts(
            ATPLParserPreprocessor,
            tokenizer.get_vocabulary()[special:],
            None,
            None,
            tokenizer.extra_words,
            affix_buckets=tagger.preprocessor.affix_buckets,
            class_names=tags,
            labels=classes.labels,
            label_mode=label_mode,
            max_layers=max_layers,
            row_network=row_network,
        )
    return ATPLParser(
        backbone,
        preprocessor,
        class_names=tags,
        labels=classes.labels,
        root_label=root_label,
        loss_weighting=loss_weighting,
    )


def _check_tagger(tagger, given):
    if not isinstance(tagger, ATPLTagger):
        raise TypeError(
            f"`tagger` must be an `ATPLTagger`. Received "
            f"{type(tagger).__name__}. Load a trained one first: "
            "`zoo.atpl_tagger(directory)`."
        )
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"The tagger brings its words and tags. Leave out `{name}`."
            )


def _in_form(tree, form):
    if form == "brackets":
        return "" if tree is None else to_brackets(tree)
    if form == "tree" or tree is None:
        return tree
    return to_nltk(tree.map_words(escape_round_brackets))
