"""The word tokenizer, in plain Python and inside a traced `tf.data` map."""

import hashlib
import os
import subprocess
import sys

import keras
import keras_hub
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zoo.word_tokenizer import WordTokenizer

WORDS = ["a", "dog", "man's", "él", "t-shirt", "\U0001f436"]
TEXTS = [
    "A dog's Man's ÉL T-shirt",
    "",
    "a\ndog\u00a0a \U0001f436 ok -- 'dog' a--dog",
    "<unk> <end> A",
]
CHARACTERS = st.one_of(
    st.sampled_from("aAdogDOG éÉ'-\n\t\u00a0.<>\U0001f436"),
    st.characters(codec="utf-8"),
)
# NumPy arrays, through which Keras passes texts, drop trailing NULs.
TEXT = st.text(CHARACTERS).filter(lambda text: not text.endswith("\0"))


@pytest.fixture(scope="module")
def tf():
    return pytest.importorskip("tensorflow")


def mapped(tf, tokenizer, inputs):
    """What the tokenizer gives inside a traced map."""
    data = tf.data.Dataset.from_tensors(inputs).map(tokenizer)
    return next(iter(data))


@pytest.fixture
def tokenizer():
    return WordTokenizer(WORDS)


def test_ids_by_hand(tokenizer):
    assert tokenizer(TEXTS) == [
        [1, 3, 4, 5],
        [],
        [1, 2, 1, 6, 2, 1, 2],
        [1],
    ]
    unk = WordTokenizer(WORDS, oov="unk")
    assert unk(TEXTS[:1]) == [[2, 1, 4, 5, 6]]
    # "<end>" and "<unk>" lose their brackets, and are then unknown words.
    assert unk(TEXTS[3:]) == [[1, 1, 2]]


def test_forms_of_input(tokenizer, tf):
    expected = tokenizer(TEXTS)
    assert tokenizer(tuple(TEXTS)) == expected
    assert tokenizer(np.array(TEXTS)) == expected
    assert tokenizer(np.array(TEXTS, dtype=object)) == expected
    assert tokenizer([text.encode() for text in TEXTS]) == expected
    assert tokenizer(tf.constant(TEXTS)) == expected
    assert tokenizer("a dog") == [1, 2]
    assert tokenizer(np.array("a dog")) == [1, 2]
    assert tokenizer([]) == []
    assert all(type(i) is int for row in expected for i in row)


def test_tokens_are_taken_as_they_are(tokenizer, tf):
    tokens = [["dog", "A", "a b", "", "t-shirt"], []]
    assert tokenizer(tokens) == [[2, 5], []]
    assert tokenizer(np.array([["a", "dog"], ["a", ""]])) == [[1, 2], [1]]
    ragged = tf.ragged.constant(tokens)
    assert tokenizer(ragged) == [[2, 5], []]
    assert mapped(tf, tokenizer, ragged).to_list() == [[2, 5], []]
    padded = tf.constant([["a", "dog"], ["a", ""]])
    assert mapped(tf, tokenizer, padded).to_list() == [[1, 2], [1]]


def test_special_tokens_in_split_text():
    """A literal <unk> of a corpus is known, an end token never is."""
    drop = WordTokenizer(WORDS, standardize=None)
    assert drop("a <end> <unk> dog") == [1, 2]
    unk = WordTokenizer(WORDS, oov="unk", standardize=None)
    assert unk("a <end> <unk> dog") == [2, 1, 1, 3]


def test_graph_shapes_and_types(tf):
    tokenizer = WordTokenizer(WORDS, dtype="int64")
    batch = mapped(tf, tokenizer, TEXTS)
    assert isinstance(batch, tf.RaggedTensor)
    assert batch.dtype == tf.int64
    assert batch.to_list() == tokenizer(TEXTS)
    single = mapped(tf, tokenizer, "a dog")
    assert single.numpy().tolist() == [1, 2]
    assert mapped(tf, WordTokenizer(WORDS), "a").dtype == tf.int32


@pytest.mark.parametrize("oov", ["drop", "unk"])
@pytest.mark.parametrize("standardize", ["caption", None])
def test_graph_equals_python(tf, oov, standardize):
    tokenizer = WordTokenizer(WORDS, oov=oov, standardize=standardize)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def traced(texts):
        return tokenizer(texts)

    @settings(max_examples=100, deadline=None)
    @given(st.lists(TEXT, min_size=1, max_size=4))
    def check(texts):
        assert traced(tf.constant(texts)).to_list() == tokenizer(texts)

    check()


def test_every_character_alone(tf):
    """One sweep over Unicode finds what random texts seldom meet."""
    codes = [*range(1, 0xD800), *range(0xE000, 0x20100), 0xE0001, 0x10FFFF]
    texts = [f"A{chr(code)}dog" for code in codes]
    tokenizer = WordTokenizer(WORDS)
    assert mapped(tf, tokenizer, texts).to_list() == tokenizer(texts)


def test_invalid_utf8_is_replaced_alike(tf, tokenizer):
    texts = [b"a \xff dog", b"\xe2\x82 a"]
    assert tokenizer(texts) == [[1, 2], [1]]
    assert mapped(tf, tokenizer, texts).to_list() == [[1, 2], [1]]


def test_unknown_words(tokenizer):
    assert tokenizer.unknown_words("A cat, a dog; Cats") == ["cat", "cats"]
    texts = ["the dog", "the cat", "a"]
    assert tokenizer.unknown_words(texts) == ["the", "cat"]
    assert tokenizer.unknown_words([["a", "Dog", ""]]) == ["Dog"]
    unk = WordTokenizer(WORDS, oov="unk")
    assert unk.unknown_words([["<unk>", "cat"]]) == ["cat"]


def test_capitals_are_kept_without_standardization():
    assert WordTokenizer(["Dog"], standardize=None)("Dog dog") == [1]


def test_detokenize(tokenizer):
    assert tokenizer.detokenize([1, 2, 0, 1]) == "a dog"
    assert tokenizer.detokenize([[1, 2], [0, 1], []]) == ["a dog", "", ""]
    assert tokenizer.detokenize(np.array([[2, 0]])) == ["dog"]
    ids = keras.ops.convert_to_tensor([1, 2, 0])
    assert tokenizer.detokenize(ids) == "a dog"
    assert tokenizer.detokenize([]) == ""
    with pytest.raises(ValueError, match="between 0 and 6; received 7"):
        tokenizer.detokenize([7])


@given(st.lists(st.sampled_from(WORDS)))
def test_detokenize_reverses_tokenize(words):
    tokenizer = WordTokenizer(WORDS)
    assert tokenizer.detokenize(tokenizer([words])) == [" ".join(words)]


def test_vocabulary_methods():
    tokenizer = WordTokenizer(
        ["a", "dog"], oov="unk", special=("<end>", "<start>")
    )
    tokens = ["<end>", "<unk>", "<start>", "a", "dog"]
    assert tokenizer.get_vocabulary() == tokens
    assert tokenizer.vocabulary_size() == 5
    assert [tokenizer.token_to_id(t) for t in tokens] == [0, 1, 2, 3, 4]
    assert [tokenizer.id_to_token(i) for i in range(5)] == tokens
    assert tokenizer.end_token_id == tokenizer.pad_token_id == 0
    assert tokenizer.unk_token_id == 1
    assert tokenizer.token_to_id("cat") == 1
    assert tokenizer.special_tokens == tokens[:3]
    assert tokenizer.special_token_ids == [0, 1, 2]
    joined = "\n".join(tokens).encode()
    assert tokenizer.vocabulary_hash == hashlib.sha256(joined).hexdigest()


def test_dropping_tokenizer_has_no_unknown_id(tokenizer):
    assert tokenizer.unk_token_id is None
    assert tokenizer.special_token_ids == [0]
    with pytest.raises(ValueError, match="`token` 'cat' is not in"):
        tokenizer.token_to_id("cat")
    with pytest.raises(ValueError, match="between 0 and 6; received -1"):
        tokenizer.id_to_token(-1)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"oov": "keep"}, '`oov` must be "drop" or "unk"; received .keep'),
        ({"standardize": "lower"}, "`standardize` must be"),
        ({"special": "<end>"}, "`special` must be a list"),
        ({"special": ()}, "`special` must be a list"),
        ({"dtype": "float32"}, "`dtype` must be an integer"),
        ({"vocabulary": ["a", "a"]}, "repeats 'a'"),
        ({"vocabulary": ["a", "<end>"]}, "special token"),
        ({"vocabulary": ["<unk>"], "oov": "unk"}, "special token"),
        ({"vocabulary": ["a"], "vocabulary_hash": "0" * 64}, "0000"),
        ({"vocabulary": ["a", "Dog"]}, r"\[1\]` is 'Dog', .* Give 'dog'"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        WordTokenizer(**arguments)


@pytest.mark.parametrize("inputs", [3, None, ["a", 3], [["a", 3]], [[["a"]]]])
def test_bad_inputs(tokenizer, inputs):
    with pytest.raises(TypeError, match="`inputs` must be a text"):
        tokenizer.tokenize(inputs)


def test_use_without_vocabulary():
    with pytest.raises(ValueError, match="Pass `vocabulary=`"):
        WordTokenizer()("a dog")


def test_config_and_assets(tmp_path):
    tokenizer = WordTokenizer(WORDS, oov="unk", standardize=None)
    config = tokenizer.get_config()
    assert config["vocabulary"] is None
    tokenizer.save_assets(tmp_path)
    assert os.listdir(tmp_path) == ["vocabulary.txt"]
    text = (tmp_path / "vocabulary.txt").read_text(encoding="utf-8")
    assert text.split("\n") == [*tokenizer.get_vocabulary(), ""]

    restored = WordTokenizer.from_config(config)
    assert restored.vocabulary_hash == tokenizer.vocabulary_hash
    restored.load_assets(tmp_path)
    assert restored.get_vocabulary() == tokenizer.get_vocabulary()
    assert restored(TEXTS) == tokenizer(TEXTS)

    with pytest.raises(ValueError, match="must begin with the special"):
        WordTokenizer(oov="unk", special=["</s>"]).load_assets(tmp_path)
    (tmp_path / "vocabulary.txt").write_text("<end>\n<unk>\ncat\n")
    restored = WordTokenizer.from_config(config)
    with pytest.raises(ValueError, match="not the one this tokenizer"):
        restored.load_assets(tmp_path)


def test_keras_archive_carries_the_words(tmp_path, tokenizer):
    class Holder(keras.Model):
        def __init__(self, tokenizer, **kwargs):
            super().__init__(**kwargs)
            self.tokenizer = tokenizer
            self.built = True

        def get_config(self):
            return {
                "tokenizer": keras.saving.serialize_keras_object(self.tokenizer)
            }

        @classmethod
        def from_config(cls, config):
            layer = keras.saving.deserialize_keras_object(config["tokenizer"])
            return cls(layer)

    path = tmp_path / "model.keras"
    Holder(tokenizer).save(path)
    restored = keras.models.load_model(path, custom_objects={"Holder": Holder})
    assert restored.tokenizer(TEXTS) == tokenizer(TEXTS)


def test_preset_files(tmp_path, tokenizer):
    tokenizer.save_to_preset(tmp_path)
    assert (tmp_path / "assets/tokenizer/vocabulary.txt").exists()
    assert "t-shirt" not in (tmp_path / "tokenizer.json").read_text()


def test_is_a_keras_hub_tokenizer(tokenizer):
    assert isinstance(tokenizer, keras_hub.tokenizers.Tokenizer)
    name = keras.saving.get_registered_name(WordTokenizer)
    assert name == "keras_tpr>WordTokenizer"


def test_without_tensorflow():
    """On JAX, with TensorFlow not importable, plain Python does it all."""
    pytest.importorskip("jax")
    code = (
        "import sys; sys.modules['tensorflow'] = None\n"
        "from zoo.word_tokenizer import WordTokenizer\n"
        "t = WordTokenizer(['a', 'dog'])\n"
        "print(t(['A dog.', '']), t.detokenize([2, 0]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "KERAS_BACKEND": "jax"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[[1, 2], []] dog\n", done.stderr
