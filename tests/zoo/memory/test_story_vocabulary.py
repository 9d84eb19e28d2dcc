import zoo
from zoo.memory.story_tokenizer import StoryTokenizer

X = {
    "story": [["Ann ran home.", "Bob ran."], ["Ann ran home."]],
    "question": ["Who ran home?", "Where is Ann?"],
}
Y = ["Ann,Bob", "shed"]


def test_words_and_answers_by_frequency():
    words = zoo.story_vocabulary(X, Y)
    assert words[:2] == ["ran", "ann"]
    assert "ann,bob" in words and "shed" in words
    assert len(words) == len(set(words)) == 9
    several = zoo.story_vocabulary(X, Y, max_answer_words=2)
    assert "ann,bob" not in several and several.count("bob") == 1


def test_ngrams_come_behind():
    tokens = zoo.story_vocabulary(X, Y, ngrams=3)
    ngrams = tokens[9:]
    assert ngrams[:3] == ["ran_home", "ann_ran", "ann_ran_home"]
    assert not any("_" in token for token in tokens[:9])
    assert len(ngrams) == 9
    assert StoryTokenizer(tokens).longest_ngram == 3
