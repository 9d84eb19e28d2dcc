"""Several sentences where one is meant are said."""

import warnings

import pytest

import zoo
from zoo.memory.story_ngrams import ngram_vocabulary

X = {"story": [["Ann ran.", "Bob sat."]] * 2, "question": ["Who ran?"] * 2}
Y = ["ann", "bob"]
ONE = {"story": ["Ann ran. Bob sat."], "question": "Who ran?"}


def models():
    words = zoo.story_vocabulary(X, Y)
    yield zoo.memnn(vocabulary=words, embedding_dim=4)
    yield zoo.babi_ngram(vocabulary=ngram_vocabulary(X), class_names=Y)
    svm = zoo.babi_svm()
    svm.fit(X, Y, [[0], [1]])
    yield svm


def test_all_models_say_it():
    for model in models():
        with pytest.warns(UserWarning, match="several sentences in 'Ann ran."):
            model.answer(ONE)


@pytest.mark.parametrize(
    "story, question",
    [
        (["Ann ran. ", "Bob sat."], "Who ran? "),
        (["Ann has 3. 5 are left.", "A. B. Smith ran."], "Who ran?"),
    ],
)
def test_single_sentences(story, question):
    model = zoo.babi_ngram(vocabulary=["ann"], class_names=Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.answer({"story": story, "question": question})
