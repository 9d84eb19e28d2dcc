"""A trained model with fewer words and smaller files."""

import keras

STORAGE = "float16"


def compact(task, words=None, storage=STORAGE):
    """Makes a copy whose preset is small: its size is that of word vectors.

    Half precision halves the file and changes word vectors in the fourth
    digit. Words that are left out become unknown ones.

    Args:
        task: a model of this family, with a preprocessor.
        words: the words to keep; None for all. Their order, and words that
            the model does not know, do not matter.
        storage: `"float16"`, or None for full precision; see `WordVectors`.

    Returns:
        A compiled model of the same class.

    Raises:
        ValueError: if the model has no preprocessor or leaves unknown words
            out, or none of its words is kept.

    Example:

    >>> import zoo
    >>> from zoo.tree_lstm.compact import compact
    >>> model = zoo.lstm_sentiment(
    ...     vocabulary=["a", "rare", "gem"], units=4, embedding_dim=3
    ... )
    >>> small = compact(model, words=["a", "gem"])
    >>> small.preprocessor.tokenizer.get_vocabulary()
    ['<pad>', '<unk>', 'a', 'gem']
    """
    task.check_words()
    tokenizer = task.preprocessor.tokenizer
    if tokenizer.unk_token_id is None:
        raise ValueError(
            'The model was made with `oov="drop"` and has no vector for words '
            'that are left out. Make it with `oov="unk"`.'
        )
    special = len(tokenizer.special_tokens)
    known = tokenizer.get_vocabulary()[special:]
    kept = (
        known
        if words is None
        else sorted(set(known) & set(words), key=known.index)
    )
    if not kept:
        raise ValueError(
            f"None of the {len(known)} words of the model is among `words`."
        )
    rows = [*range(special), *map(tokenizer.token_to_id, kept)]
    return _copy(task, kept, rows, storage)


def _copy(task, words, rows, storage):
    tokenizer = type(task.preprocessor.tokenizer).from_config(
        {
            **task.preprocessor.tokenizer.get_config(),
            "vocabulary": words,
            "vocabulary_hash": None,
        }
    )
    backbone = type(task.backbone).from_config(
        {
            **task.backbone.get_config(),
            "vocabulary_size": tokenizer.vocabulary_size(),
            "vocabulary_hash": tokenizer.vocabulary_hash,
            "embedding_storage": storage,
        }
    )
    preprocessor = type(task.preprocessor)(
        # A live one: a tokenizer made from a config has no words.
        **{**task.preprocessor.get_config(), "tokenizer": tokenizer}
    )
    copy = type(task)(
        **{
            **task.get_config(),
            "backbone": backbone,
            "preprocessor": preprocessor,
        }
    )
    for weight, source in zip(copy.weights, task.weights, strict=True):
        values = keras.ops.convert_to_numpy(source)
        if source is task.backbone.token_embedding.embeddings:
            values = values[rows]
        weight.assign(values)
    return copy
