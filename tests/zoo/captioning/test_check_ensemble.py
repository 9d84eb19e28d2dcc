import pytest
from small_captioner import WORDS, scene_encoder, small_captioner

from zoo.captioning.check_ensemble import check_ensemble


def test_no_others():
    check_ensemble(small_captioner(), ())


def test_other_sizes_fit():
    check_ensemble(small_captioner(), [small_captioner(dim=8, units=3)])


def test_an_unknown_hash_is_not_compared():
    known = small_captioner(vocabulary=WORDS)
    unknown = small_captioner()
    check_ensemble(known, [unknown])
    check_ensemble(unknown, [known])


def test_other_words():
    known = small_captioner(vocabulary=WORDS)
    other = small_captioner(vocabulary=WORDS[::-1])
    with pytest.raises(ValueError, match="must have one vocabulary"):
        check_ensemble(known, [other])


def test_other_number_of_words():
    other = small_captioner(vocabulary_size=10)
    with pytest.raises(ValueError, match="has 10 words"):
        check_ensemble(small_captioner(), [other])


@pytest.mark.parametrize(
    "options",
    [
        {"feature_dim": 6},
        {"num_tags": 3, "tag_factors": 4},
        {"image_encoder": scene_encoder()},
    ],
)
def test_other_inputs(options):
    with pytest.raises(ValueError, match="must read the same inputs"):
        check_ensemble(small_captioner(), [small_captioner(**options)])


def test_inputs_that_a_member_does_not_need():
    tagged = small_captioner(num_tags=3, tag_factors=4)
    check_ensemble(tagged, [small_captioner()])


@pytest.mark.parametrize("others", [None, 3, "b", ["b"], small_captioner()])
def test_what_is_no_captioner(others):
    with pytest.raises(TypeError, match="`ensemble` must be a list of"):
        check_ensemble(small_captioner(), others)
