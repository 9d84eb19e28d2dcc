from recipes.datasets.scenes import Caption


def test_a_phrase_becomes_aligned_tokens_and_tags():
    caption = Caption.from_phrase((("a", "DT"), ("star", "NN")))
    assert caption == Caption(tokens=("a", "star"), pos=("DT", "NN"))
    assert caption.text == "a star"
