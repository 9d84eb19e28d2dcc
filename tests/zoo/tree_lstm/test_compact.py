import numpy as np
import pytest
from small_sentences import PAIRS, TREES, WORDS, relatedness, sentiment

import zoo
from zoo.tree_lstm.compact import compact


def test_all_words_in_half_precision(tmp_path):
    model = sentiment()
    model.fit(TREES, verbose=0)
    small = compact(model)
    np.testing.assert_array_equal(
        small.predict(TREES, verbose=0), model.predict(TREES, verbose=0)
    )
    small.save_to_preset(tmp_path / "small")
    copy = zoo.tree_lstm_sentiment(str(tmp_path / "small"))
    assert copy.backbone.embedding_storage == "float16"
    np.testing.assert_allclose(
        copy.predict(TREES, verbose=0),
        model.predict(TREES, verbose=0),
        atol=1e-3,
    )


def test_fewer_words(tmp_path):
    model = sentiment()
    small = compact(model, words=["gem", "a", "zebra"], storage=None)
    tokenizer = small.preprocessor.tokenizer
    assert tokenizer.get_vocabulary() == ["<pad>", "<unk>", "a", "gem"]
    trees = ["(2 (2 a) (2 gem))"]
    np.testing.assert_array_equal(
        small.predict(trees, verbose=0), model.predict(trees, verbose=0)
    )
    np.testing.assert_array_equal(
        small.predict(["(2 (2 a) (2 rare))"], verbose=0),
        model.predict(["(2 (2 a) (2 zebra))"], verbose=0),
    )
    small.save_to_preset(tmp_path / "small")
    copy = zoo.load_model(tmp_path / "small")
    np.testing.assert_array_equal(
        copy.predict(trees, verbose=0), model.predict(trees, verbose=0)
    )


def test_other_models_and_arguments():
    model = relatedness(lowercase=True, structure="balanced")
    small = compact(model, words=["dogs", "bark", "cats"])
    assert small.preprocessor.lowercase
    assert small.preprocessor.reader.structure == "balanced"
    np.testing.assert_array_equal(
        small.score(PAIRS[1:2]), model.score(PAIRS[1:2])
    )


def test_refuses():
    with pytest.raises(ValueError, match="None of the 5 words"):
        compact(sentiment(), words=["zebra"])
    with pytest.raises(ValueError, match='with `oov="drop"`'):
        compact(sentiment(oov="drop"), words=WORDS)
    with pytest.raises(ValueError, match="with `vocabulary=`"):
        compact(sentiment(vocabulary_size=5))
