"""A tokenizer that does not belong to the weights is refused."""

from types import SimpleNamespace

import pytest

from zoo.vocabulary_check import check_vocabulary
from zoo.word_tokenizer import WordTokenizer

WORDS = ["a", "dog", "cat"]
HASH = WordTokenizer(WORDS).vocabulary_hash


def backbone(size=4, hash=HASH):
    return SimpleNamespace(vocabulary_size=size, vocabulary_hash=hash)


def preprocessor(words, **arguments):
    return SimpleNamespace(tokenizer=WordTokenizer(words, **arguments))


def test_same_vocabulary_passes():
    check_vocabulary(backbone(), preprocessor(WORDS))


def test_size_differs():
    with pytest.raises(ValueError, match="size 3, .*`vocabulary_size=4`"):
        check_vocabulary(backbone(), preprocessor(WORDS[:2]))


def test_order_differs():
    other = preprocessor(WORDS[::-1])
    with pytest.raises(ValueError, match=f"`vocabulary_hash={HASH}`") as info:
        check_vocabulary(backbone(), other)
    assert other.tokenizer.vocabulary_hash in str(info.value)


def test_unknown_is_not_compared():
    check_vocabulary(backbone(), None)
    check_vocabulary(backbone(hash=None), preprocessor(WORDS[::-1]))
    check_vocabulary(SimpleNamespace(), preprocessor(WORDS))
    check_vocabulary(backbone(), SimpleNamespace(tokenizer=None))
    check_vocabulary(backbone(), preprocessor(None))


def test_a_tokenizer_yet_to_load_is_compared_by_its_hash():
    with pytest.raises(ValueError, match="hash 00ff"):
        check_vocabulary(backbone(), preprocessor(None, vocabulary_hash="00ff"))


def test_task_with_a_changed_vocabulary_file(tiny_zoo, tmp_path):
    """The whole chain: weights, config, file."""
    tiny_zoo.tiny_classifier().save_to_preset(tmp_path / "preset")
    path = tmp_path / "preset/assets/tokenizer/vocabulary.txt"
    path.write_text("<end>\na\ncat\ndog\n")
    with pytest.raises(ValueError, match="not the one this tokenizer"):
        tiny_zoo.TinyClassifier.from_preset(tmp_path / "preset")
