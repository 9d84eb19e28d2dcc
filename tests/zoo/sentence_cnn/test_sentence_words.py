"""Splitting of sentences and tweets."""

import pathlib

import pytest

from zoo.sentence_cnn.sentence_words import sentence_words
from zoo.sentence_cnn.tweet_words import tweet_words

REAL = pathlib.Path(__file__).parents[4] / "shared/data/trec"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's good, isn't it?", "It 's good , is n't it ?"),
        ("What is 1/2 of $3?", "What is 1/2 of $ 3 ?"),
        ('The "Jaws" film', "The `` Jaws '' film"),
        ("`` Jaws '' , the film", "`` Jaws '' , the film"),
        ("", ""),
        ("  \n", ""),
    ],
)
def test_as_in_the_treebank(text, words):
    assert sentence_words(text) == words.split()


def test_at_blanks():
    assert sentence_words("a b.  c", "space") == ["a", "b.", "c"]


@pytest.mark.parametrize(
    ("tweet", "words"),
    [
        ("@Ann_1 loooove it", "<user> loove it"),
        ("see http://t.co/x?y=1 &amp; www.a.b", "see <url> & <url>"),
        ("so happy :) :-D ;) =( <3 !!!", "so happy ! ! !"),
        ("I'm #sad :( now", "i'm #sad now"),
        ("8:30 a:b x:D", "8 : 30 a : b x : d"),
        ("1000000 hmmmm", "1000000 hmm"),
        ("a@b.com", "a @ b . com"),
        ("", ""),
    ],
)
def test_tweets(tweet, words):
    assert tweet_words(tweet) == words.split()


@pytest.mark.skipif(not REAL.is_dir(), reason=f"needs {REAL}")
def test_questions_that_are_split_stay_so():
    from recipes.datasets.trec import read_trec

    questions = read_trec(REAL)["test"].sentences
    changed = [
        words for words in questions if sentence_words(" ".join(words)) != words
    ]
    assert changed == []
