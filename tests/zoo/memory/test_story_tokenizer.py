import pytest

from zoo import MemNNTokenizer
from zoo.memory.story_tokenizer import StoryTokenizer

WORDS = ["mary", "the", "hall", "n,s", "the_hall", "to_the_hall", "in_the"]


def test_words_then_ngrams():
    tokenizer = StoryTokenizer(WORDS)
    text = "Mary ran to the HALL!"
    assert tokenizer.sentence_ids(text) == [2, 1, 1, 3, 4]
    assert tokenizer.sentence_ids(text, 2) == [2, 1, 1, 3, 4, 6]
    assert tokenizer.sentence_ids(text, 3) == [2, 1, 1, 3, 4, 6, 7]
    assert tokenizer.sentence_ids("") == []


def test_sizes():
    tokenizer = StoryTokenizer(WORDS)
    assert tokenizer.vocabulary_size() == 9
    assert tokenizer.num_words == 6
    assert tokenizer.longest_ngram == 3
    assert StoryTokenizer(["a"]).longest_ngram == 1


def test_assets(tmp_path):
    tokenizer = MemNNTokenizer(WORDS)
    tokenizer.save_assets(tmp_path)
    copy = MemNNTokenizer.from_config(tokenizer.get_config())
    copy.load_assets(tmp_path)
    assert copy.get_vocabulary() == tokenizer.get_vocabulary()


def test_words_come_first():
    with pytest.raises(ValueError, match="the word 'hall' behind n-grams"):
        StoryTokenizer(["the", "the_hall", "hall"])
