import pytest

from keras_tpr.metrics.captions.caption_pairs import pair_captions


def test_lists():
    pairs = pair_captions(["a", "b"], [["c"], ("d", "e")])
    assert pairs.ids == [0, 1]
    assert pairs.candidates == ["a", "b"]
    assert pairs.references == [["c"], ["d", "e"]]


def test_mappings_are_joined_by_id():
    pairs = pair_captions({2: "b", 1: ["a"]}, {1: ["A"], 2: ["B"]})
    assert pairs.ids == [2, 1]
    assert pairs.candidates == ["b", "a"]
    assert pairs.references == [["B"], ["A"]]


@pytest.mark.parametrize(
    "candidates, references, message",
    [
        ({1: "a"}, {2: ["b"]}, r"\[1\] without references and \[2\] without"),
        (dict.fromkeys(range(9), "a"), {}, r"4, ... \(9 in all\)"),
        (["a"], [["b"], ["c"]], "1 candidates and 2 lists of references"),
        ({1: "a"}, {1: []}, "at least one .* none for image 1"),
        ({1: ["a", "b"]}, {1: ["c"]}, "exactly one .* 2 captions for image 1"),
        ({1: []}, {1: ["c"]}, "exactly one .* 0 captions for image 1"),
        ([], [], "nothing to score"),
        ({}, {}, "nothing to score"),
    ],
)
def test_what_does_not_go_together(candidates, references, message):
    with pytest.raises(ValueError, match=message):
        pair_captions(candidates, references)


@pytest.mark.parametrize(
    "candidates, references, message",
    [
        ({1: "a"}, [["b"]], "both be lists, or both be mappings"),
        ("a", ["b"], "Received the string 'a'"),
        (["a"], ["b"], "Received the string 'b' for image 0"),
        (None, [["b"]], "`candidates` must be a list .* None of type NoneType"),
        (3, [["b"]], "`candidates` must be a list .* Received: 3"),
        (b"a", [["b"]], "`candidates` must be a list .* string b'a'"),
        ({"a"}, [["b"]], "`candidates` must be a list .* of type set"),
        (["a"], None, "`references` must be a list .* None of type NoneType"),
        (["a"], [None], "a list of captions .* None of type NoneType for"),
        (["a"], [{"b": 1}], "a list of captions .* of type dict for image 0"),
        ([b"a"], [["b"]], "`candidates` must hold strings. Received: b'a'"),
        ([3], [["b"]], "`candidates` must hold strings. Received: 3"),
        ([["a", "b"][:1]], [[None]], "`references` must hold strings"),
    ],
)
def test_wrong_types(candidates, references, message):
    with pytest.raises(TypeError, match=message):
        pair_captions(candidates, references)
