from recipes.datasets.scenes.phrase import phrase


def test_words_and_tags_are_paired():
    assert phrase("to/TO the/DT left/NN") == (
        ("to", "TO"),
        ("the", "DT"),
        ("left", "NN"),
    )


def test_nothing_gives_nothing():
    assert phrase("") == ()
