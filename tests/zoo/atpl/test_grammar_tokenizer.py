import pytest

from zoo.atpl.grammar_tokenizer import GrammarTokenizer
from zoo.atpl.word_signature import SIGNATURES

FIRST = 2 + len(SIGNATURES)


def make(**options):
    return GrammarTokenizer(["the", "dog", "(", "zebra", "gnu"], **options)


def name(tokenizer, number):
    return tokenizer.get_vocabulary()[number]


def test_known_words_and_classes():
    tokenizer = make()
    assert tokenizer.vocabulary_size() == FIRST + 5
    assert tokenizer("the dog") == [FIRST, FIRST + 1]
    assert name(tokenizer, tokenizer.word_id("running")) == "<lower_ing>"
    assert tokenizer.word_id("The") == tokenizer.word_id("Who")
    assert tokenizer.word_id("the") not in (0, 1)


def test_extra_words_have_a_vector_only():
    tokenizer = make(extra_words=2)
    assert tokenizer.num_word_ids == FIRST + 3
    assert name(tokenizer, tokenizer.word_id("zebra")) == "<lower_>"
    assert tokenizer.vector_id("zebra") == tokenizer.vector_id("Zebra")
    assert tokenizer.vector_id("zebra") == FIRST + 3
    assert tokenizer.vector_id("yak") == tokenizer.word_id("yak")
    assert tokenizer.vector_id("DOG") == tokenizer.word_id("dog")


def test_escapes_are_read():
    tokenizer = make()
    assert tokenizer.word_id("-LRB-") == tokenizer.word_id("(") == FIRST + 2


def test_assets(tmp_path):
    tokenizer = make(extra_words=2)
    tokenizer.save_assets(tmp_path)
    copy = GrammarTokenizer.from_config(tokenizer.get_config())
    copy.load_assets(tmp_path)
    for word in ("the", "Zebra", "running"):
        assert copy.word_id(word) == tokenizer.word_id(word)
        assert copy.vector_id(word) == tokenizer.vector_id(word)


def test_no_vocabulary_yet():
    with pytest.raises(ValueError, match="no vocabulary yet"):
        GrammarTokenizer().word_id("dog")
