import keras
import pytest

from zoo.captioning.captioner_tokenizer import CaptionerTokenizer


def test_captions():
    tokenizer = CaptionerTokenizer(["a", "dog", "runs"])
    assert tokenizer("A brown DOG, runs!\n") == [1, 2, 3]
    assert tokenizer.detokenize([[1, 2, 0, 3]]) == ["a dog"]
    assert tokenizer.end_token_id == 0


def test_rebuilt_from_config_and_assets(tmp_path):
    tokenizer = CaptionerTokenizer(["a", "dog"], oov="unk")
    config = keras.saving.serialize_keras_object(tokenizer)
    same = keras.saving.deserialize_keras_object(config)
    assert type(same) is CaptionerTokenizer
    tokenizer.save_assets(tmp_path)
    same.load_assets(tmp_path)
    assert same("the dog") == [1, 3]
    other = CaptionerTokenizer(["a", "cat"], oov="unk")
    other.save_assets(tmp_path)
    with pytest.raises(ValueError, match="hash"):
        keras.saving.deserialize_keras_object(config).load_assets(tmp_path)
