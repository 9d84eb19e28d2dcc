import keras
import keras_hub
import numpy as np
import pytest
from layer_checks import save_and_load
from small_captioner import (
    CAPTIONS,
    VOCABULARY_SIZE,
    WORDS,
    encoded,
    log_softmax,
    padding_mask,
    raw,
    scene_encoder,
    sentence_log_probabilities,
    small_captioner,
    without_words,
)

import zoo
from zoo.captioning.beam_sampler import BeamSampler
from zoo.captioning.caption import Caption


def padded(captions, length):
    rows = [c + [0] * (length - len(c)) for c in captions]
    return np.array(rows, "int32")


@pytest.fixture(scope="module")
def model():
    """Not to be trained."""
    return small_captioner()


@pytest.fixture(scope="module")
def worded():
    """One with words; not to be trained either."""
    return small_captioner(vocabulary=WORDS)


def test_step_form_is_the_parallel_form_is_generation(model):
    inputs = encoded()
    captions = model.generate(inputs, max_length=7, sampler="greedy")
    token_ids = padded(captions, 7)
    logits = model.predict(
        {"features": inputs["features"], "token_ids": token_ids}, verbose=0
    )
    mask = padding_mask(token_ids)
    np.testing.assert_array_equal(logits.argmax(-1)[mask], token_ids[mask])
    scored = model.generate(
        inputs, max_length=7, sampler="greedy", return_scores=True
    )
    expected = sentence_log_probabilities(logits, token_ids)
    np.testing.assert_allclose([c.score for c in scored], expected, atol=1e-5)
    assert [c.token_ids for c in scored] == captions
    one_beam = model.generate(inputs, max_length=7, sampler=BeamSampler(1))
    assert one_beam == captions


@pytest.mark.parametrize("options", [{}, {"num_tags": 3, "tag_factors": 4}])
def test_scores_are_log_probabilities(options):
    model = small_captioner(**options)
    inputs = encoded(tags=bool(options))
    beams = model.generate(
        inputs, max_length=6, num_return=5, return_scores=True
    )
    assert all(len(row) == 5 for row in beams)
    for rank in range(5):
        captions = [row[rank] for row in beams]
        scores = model.score(inputs, padded([c.token_ids for c in captions], 6))
        np.testing.assert_allclose(
            [c.score for c in captions], scores, atol=1e-5
        )
    for row in beams:
        assert [c.score for c in row] == sorted(c.score for c in row)[::-1]
        assert len({tuple(c.token_ids) for c in row}) == 5


def test_wide_beam_beats_every_caption(model):
    inputs = encoded(count=2)
    best = model.generate(
        inputs, max_length=2, sampler=BeamSampler(81), return_scores=True
    )
    pairs = [[i, j] for i in range(1, 9) for j in range(9)] + [[0, 0]]
    for i, caption in enumerate(best):
        features = np.repeat(inputs["features"][i : i + 1], len(pairs), 0)
        scores = model.score({"features": features}, pairs)
        np.testing.assert_allclose(caption.score, scores.max(), atol=1e-5)


@pytest.mark.parametrize(
    "sampler", ["random", "top_k", keras_hub.samplers.TopPSampler(p=0.9)]
)
def test_samples(model, sampler):
    inputs = encoded()
    samples = model.generate(
        inputs, max_length=6, sampler=sampler, num_return=4, return_scores=True
    )
    assert len(samples) == 6
    assert any(len({tuple(c.token_ids) for c in row}) > 1 for row in samples)
    for rank in range(4):
        captions = [row[rank] for row in samples]
        token_ids = padded([c.token_ids for c in captions], 6)
        np.testing.assert_allclose(
            [c.score for c in captions],
            model.score(inputs, token_ids),
            atol=1e-5,
        )
    for row in samples:
        assert [c.score for c in row] == sorted(c.score for c in row)[::-1]


def test_samples_follow_the_probabilities(model):
    inputs = {"features": encoded()["features"][:1]}
    (samples,) = model.generate(
        inputs, max_length=1, sampler="random", num_return=4000
    )
    counts = np.bincount([s[0] for s in samples], minlength=VOCABULARY_SIZE)
    logits = model.predict({**inputs, "token_ids": [[0]]}, verbose=0)
    expected = np.exp(log_softmax(logits))[0, 0]
    np.testing.assert_allclose(counts / 4000, expected, atol=0.03)


def test_keras_hub_beam_runs(model):
    captions = model.generate(
        encoded(), max_length=4, sampler=keras_hub.samplers.BeamSampler(3)
    )
    assert len(captions) == 6


def test_batches_of_any_size_give_the_same(model):
    inputs = without_words(encoded(count=11))
    expected = model.generate(inputs, max_length=6, return_scores=True)
    for size in (1, 3, 4, 11):
        captions = model.generate(
            inputs, max_length=6, return_scores=True, batch_size=size
        )
        for a, b in zip(captions, expected, strict=True):
            assert a.token_ids == b.token_ids
            np.testing.assert_allclose(a.score, b.score, atol=1e-5)
    singles = [model.generate(row, max_length=6) for row in inputs["features"]]
    assert singles == [c.token_ids for c in expected]


def test_fewer_sentences_than_asked_for(model):
    (captions,) = model.generate(
        {"features": encoded()["features"][:1]},
        max_length=1,
        sampler=BeamSampler(20),
        num_return=20,
    )
    assert sorted(captions) == [[i] for i in range(VOCABULARY_SIZE)]


def test_two_equal_members_are_one(model):
    inputs = encoded()
    alone = model.generate(inputs, max_length=6, return_scores=True)
    for twin in (small_captioner(), model):
        both = model.generate(
            inputs, max_length=6, return_scores=True, ensemble=[twin]
        )
        for a, b in zip(alone, both, strict=True):
            assert a.token_ids == b.token_ids
            np.testing.assert_allclose(a.score, b.score, atol=1e-5)


def test_ensemble_averages_probabilities(model):
    others = [small_captioner(seed=1), small_captioner(seed=2, dim=8)]
    inputs = encoded()
    captions = model.generate(
        inputs, max_length=6, return_scores=True, ensemble=others
    )
    token_ids = padded([c.token_ids for c in captions], 6)
    x = {"features": inputs["features"], "token_ids": token_ids}
    probabilities = [
        np.exp(log_softmax(m.predict(x, verbose=0))) for m in (model, *others)
    ]
    expected = sentence_log_probabilities(
        np.log(np.mean(probabilities, axis=0)), token_ids
    )
    np.testing.assert_allclose([c.score for c in captions], expected, atol=1e-4)
    np.testing.assert_allclose(
        model.score(inputs, token_ids, ensemble=others), expected, atol=1e-4
    )


def test_ensembles_leave_the_model_as_it_is():
    model, other = small_captioner(), small_captioner(seed=1)
    layers, weights = len(model.layers), len(model.weights)
    model.generate(encoded(), max_length=3, ensemble=[other])
    assert len(model.layers) == layers
    assert len(model.weights) == weights
    assert model.sampler.num_beams == 5
    model.fit(encoded(), shuffle=False, verbose=0)
    copy = save_and_load(model)
    assert len(copy.weights) == weights


def test_texts(worded):
    features = raw()["features"]
    captions = worded.generate(features, max_length=5)
    assert len(captions) == 6
    assert all(isinstance(c, str) for c in captions)
    assert {w for c in captions for w in c.split()} <= {*WORDS}
    assert worded.generate(features[0], max_length=5) == captions[0]
    assert worded.generate({"features": features}, max_length=5) == captions


@pytest.mark.parametrize("sampler", [None, "random"])
def test_several_texts(worded, sampler):
    features = raw()["features"]
    several = worded.generate(
        features, max_length=5, num_return=3, sampler=sampler
    )
    assert np.shape(several) == (6, 3)
    one = worded.generate(
        features[0], max_length=5, num_return=3, sampler=sampler
    )
    assert np.shape(one) == (3,)
    if sampler is None:
        assert one == several[0]


def test_captions_with_scores(worded):
    features = raw()["features"]
    caption = worded.generate(features[0], return_scores=True, max_length=5)
    assert isinstance(caption, Caption)
    words = [i for i in caption.token_ids if i]
    assert caption.text == " ".join(WORDS[i - 1] for i in words)
    (first, second) = worded.generate(
        features[0], return_scores=True, max_length=5, num_return=2
    )
    assert first == caption
    assert first.score >= second.score


def test_score_of_texts(worded):
    features = raw()["features"]
    captions = [text.replace("the ", "") for text in CAPTIONS]
    scores = worded.score(features, captions)
    assert scores.shape == (6,)
    token_ids, _ = worded.preprocessor.caption_ids(captions)
    logits = worded.predict(raw(captions=captions), verbose=0)
    np.testing.assert_allclose(
        scores, sentence_log_probabilities(logits, token_ids), atol=1e-5
    )
    one = worded.score(features[0], captions[0])
    assert isinstance(one, float)
    np.testing.assert_allclose(one, scores[0], atol=1e-5)
    words = captions[0].split()
    np.testing.assert_allclose(worded.score(features[0], words), one)
    np.testing.assert_allclose(
        worded.score(features, captions, batch_size=4), scores, atol=1e-5
    )


def test_score_of_finished_captions(worded):
    features = raw()["features"]
    found = worded.generate(features, return_scores=True)
    for row, caption in zip(features, found, strict=True):
        if caption.token_ids[-1] == 0:
            np.testing.assert_allclose(
                worded.score(row, caption.text), caption.score, atol=1e-5
            )


def test_score_counts_words_beyond_the_sequence_length():
    model = small_captioner(vocabulary=WORDS, sequence_length=3)
    long = "a red dog runs on grass"
    features = raw()["features"][0]
    token_ids = np.array([[1, 2, 3, 5, 7, 8, 0]])
    bare = small_captioner()
    np.testing.assert_allclose(
        model.score(features, long),
        bare.score({"features": features[None]}, token_ids)[0],
        rtol=1e-5,
    )


def test_images():
    model = small_captioner(image_encoder=scene_encoder(), vocabulary=WORDS)
    images = np.random.default_rng(0).integers(
        0, 256, (6, 8, 8, 3), dtype="uint8"
    )
    model.fit(
        {"images": images, "captions": list(CAPTIONS)},
        shuffle=False,
        verbose=0,
    )
    captions = model.generate(images)
    model.fit(
        {"images": list(images), "captions": list(CAPTIONS)},
        validation_split=0.5,
        verbose=0,
    )
    captions = model.generate(images)
    # Alone, an image may be of any size and kind.
    assert model.generate(images[0]) == captions[0]
    assert len(model.generate([images[1], images[2]])) == 2
    features = model.backbone.image_encoder.predict(images, verbose=0)
    assert model.generate({"features": features}) == captions


@pytest.mark.parametrize("dtype", ["mixed_bfloat16", "mixed_float16"])
def test_mixed_precision(dtype):
    if dtype == "mixed_float16" and keras.config.backend() == "torch":
        pytest.skip("PyTorch has no float16 products on CPUs")
    model = small_captioner(dtype=dtype, scale=0.3)
    inputs = encoded()
    expected = small_captioner(scale=0.3).evaluate(inputs, verbose=0)
    np.testing.assert_allclose(
        model.evaluate(inputs, verbose=0)[0], expected[0], rtol=0.02
    )
    before = model.get_weights()
    history = model.fit(inputs, shuffle=False, verbose=0).history
    assert np.isfinite(history["loss"]).all()
    after = model.get_weights()
    assert all(w.dtype == "float32" for w in after)
    assert any((a != b).any() for a, b in zip(before, after, strict=True))
    captions = model.generate(inputs, max_length=5, return_scores=True)
    assert all(np.isfinite(c.score) for c in captions)
    scores = model.score(inputs, padded([c.token_ids for c in captions], 5))
    np.testing.assert_allclose([c.score for c in captions], scores, atol=0.3)


@pytest.mark.filterwarnings("ignore:Layer .* does not have a `quantize`")
@pytest.mark.parametrize("tied", [False, True])
def test_quantized(tied):
    model = small_captioner(tie_output=tied)
    inputs = encoded()
    model.generate(inputs, max_length=5)
    expected = model.predict(inputs, verbose=0)
    loss = model.evaluate(inputs, verbose=0)[0]
    model.quantize("int8")
    found = model.predict(inputs, verbose=0)
    np.testing.assert_allclose(found, expected, atol=0.1)
    np.testing.assert_allclose(
        model.evaluate(inputs, verbose=0)[0], loss, atol=0.1
    )
    captions = model.generate(inputs, max_length=5, return_scores=True)
    scores = model.score(inputs, padded([c.token_ids for c in captions], 5))
    np.testing.assert_allclose([c.score for c in captions], scores, atol=0.1)


@pytest.mark.parametrize("words", [False, True])
def test_save_and_load(words):
    model = small_captioner(
        **({"vocabulary": WORDS} if words else {}), num_tags=3, tag_factors=4
    )
    model.compile(
        keras.optimizers.SGD(0.125),
        sampler=BeamSampler(3, length_penalty=0.5),
    )
    inputs = encoded(tags=True)
    data = raw(tags=inputs["tags"]) if words else inputs
    model.fit(data, shuffle=False, verbose=0)
    copy = save_and_load(model)
    assert type(copy) is type(model)
    np.testing.assert_array_equal(
        copy.predict(data, verbose=0), model.predict(data, verbose=0)
    )
    assert copy.generate(without_words(inputs)) == model.generate(
        without_words(inputs)
    )
    assert float(copy.optimizer.learning_rate) == 0.125
    assert copy.sampler.get_config() == model.sampler.get_config()
    np.testing.assert_allclose(
        copy.evaluate(data, verbose=0), model.evaluate(data, verbose=0)
    )


@pytest.mark.parametrize("words", [False, True])
def test_unfitted_model_is_saved(words):
    """Without a warning of variables that the optimizer does not have yet."""
    model = small_captioner(**({"vocabulary": WORDS} if words else {}))
    copy = save_and_load(model)
    inputs = without_words(encoded())
    assert copy.generate(inputs) == model.generate(inputs)
    assert not copy.optimizer.built
    copy.fit(raw() if words else encoded(), verbose=0)


def test_sampler_of_keras_hub_is_saved():
    model = small_captioner()
    model.compile(sampler="greedy")
    model.fit(encoded(), shuffle=False, verbose=0)
    copy = save_and_load(model)
    assert type(copy.sampler) is keras_hub.samplers.GreedySampler


def test_uncompiled_model_generates():
    backbone = small_captioner().backbone
    model = zoo.ATPLCaptioner(backbone, compile=False)
    assert model.generate(encoded()) == small_captioner().generate(encoded())


def test_compile_sets_the_sampler():
    model = small_captioner()
    assert isinstance(model.sampler, BeamSampler)
    expected = model.generate(encoded(), sampler="greedy")
    model.compile(sampler="greedy")
    assert model.generate(encoded()) == expected


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"max_length": 0}, "`max_length` must be a positive integer"),
        ({"max_length": 2.5}, "max_length=2.5"),
        ({"num_return": 0}, "`num_return` must be a positive integer"),
        ({"num_return": 6}, r"num_beams=6"),
        ({"batch_size": 0}, "`batch_size`"),
        ({"sampler": "nucleus"}, "`sampler` must be one of"),
        ({"ensemble": [small_captioner(vocabulary_size=5)]}, "vocabulary"),
    ],
)
def test_bad_arguments(model, arguments, message):
    with pytest.raises(ValueError, match=message):
        model.generate(encoded(), **arguments)


def test_numpy_integers_are_integers(model):
    captions = model.generate(encoded(), max_length=np.int64(3))
    assert len(captions) == 6


def test_wrong_number_of_captions_to_score(model):
    with pytest.raises(ValueError, match="5 captions and 6 images"):
        model.score(encoded(), encoded()["token_ids"][:5])


@pytest.mark.parametrize(
    ("captions", "error", "message"),
    [
        (None, TypeError, "`captions` must be a text"),
        (3, TypeError, "`captions` must be a text"),
        ([1, 2, 3, 4, 5, 6], TypeError, "`captions` must be a text"),
        ({"captions": "a"}, TypeError, "`captions` must be a text"),
        ("a dog", ValueError, "1 captions and 6 images"),
        (["a blue dog"] * 6, ValueError, "vocabulary of 9 words: 'blue'"),
    ],
)
def test_texts_that_cannot_be_scored(worded, captions, error, message):
    with pytest.raises(error, match=message):
        worded.score(raw()["features"], captions)


def test_unknown_words_that_have_an_id_are_scored():
    model = small_captioner(vocabulary=WORDS[:-1], oov="unk")
    features = raw()["features"][0]
    assert model.score(features, "a blue dog") == model.score(
        features, "a green dog"
    )


@pytest.mark.parametrize(
    ("captions", "error", "message"),
    [
        (None, TypeError, "`captions` must be token ids.*None"),
        (["a dog"] * 6, TypeError, "`captions` must be token ids.*'a dog'"),
        ([[1, 2], [1]] * 3, TypeError, "fill them up with 0"),
        ([[1, 9]] * 6, ValueError, "between 0 and 8. Received ids from 1 to 9"),
        ([[[1]]] * 6, ValueError, r"`captions` must have the shape"),
    ],
)
def test_token_ids_that_cannot_be_scored(model, captions, error, message):
    with pytest.raises(error, match=message):
        model.score(encoded(), captions)


@pytest.mark.parametrize(
    ("inputs", "error", "message"),
    [
        (None, TypeError, "`features` must be an array of numbers"),
        (3, ValueError, "`features` must have the shape"),
        ({"feature": [1.0]}, ValueError, "`features` is missing"),
        ({"features": {1: 2}}, TypeError, "`features` must be an array"),
        (b"dog.jpg", TypeError, "takes image features.*the path 'dog.jpg'"),
        ([], ValueError, "`features` is empty"),
    ],
)
def test_inputs_of_other_kinds(worded, inputs, error, message):
    for function in (worded.generate, lambda x: worded.score(x, "a")):
        with pytest.raises(error, match=message):
            function(inputs)


def test_wrong_vocabulary_is_refused(worded):
    other = small_captioner(vocabulary=WORDS[::-1])
    with pytest.raises(ValueError, match="vocabulary"):
        zoo.ATPLCaptioner(worded.backbone, other.preprocessor)


@pytest.mark.parametrize("words", [False, True])
def test_missing_tags(words):
    options = {"vocabulary": WORDS} if words else {}
    model = small_captioner(num_tags=3, tag_factors=4, **options)
    data = raw() if words else encoded()
    for function in (
        lambda: model.fit(data, shuffle=False, verbose=0),
        lambda: model.predict(data, verbose=0),
        lambda: model.evaluate(data, verbose=0),
        lambda: model.generate({"features": data["features"]}),
        lambda: model.generate(data["features"]),
    ):
        with pytest.raises(ValueError) as error:
            function()
        assert "`tag_detector=`" in str(error.value)
        assert "`num_tags=None`" in str(error.value)


def test_wrong_width_of_features(model):
    inputs = {**encoded(), "features": np.ones((6, 4), "float32")}
    for function in (
        lambda: model.fit(inputs, shuffle=False, verbose=0),
        lambda: model.predict(inputs, verbose=0),
        lambda: model.generate(inputs),
    ):
        with pytest.raises(ValueError, match="feature_dim"):
            function()


def test_raw_texts_without_a_preprocessor(model):
    for function in (
        lambda: model.generate("dog.jpg"),
        lambda: model.fit(raw(), shuffle=False, verbose=0),
    ):
        with pytest.raises(ValueError, match="`vocabulary=`"):
            function()


def test_weights_that_diverged_are_named():
    words = zoo.atpl_captioner(
        vocabulary=["a", "dog"], feature_dim=3, units=4, num_tags=None
    )
    embedding = words.backbone.decoder.embedding
    embedding.set_weights([np.full((3, 32), np.nan)])
    with pytest.raises(ValueError, match="weights hold NaN"):
        words.generate(np.ones((2, 3), "float32"))
