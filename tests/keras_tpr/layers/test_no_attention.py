"""The attention that attends to everything."""

import numpy as np
from atpl_cases import SIZES, arguments, make
from layer_checks import assert_close, check_layer, to_numpy

from keras_tpr.layers import NoAttention

H = np.zeros((2, 3), "float32")
TPR = np.zeros((2, 4, 5), "float32")


def test_conformance():
    check_layer(NoAttention, {"units": 6}, {"h": H, "tpr": TPR})


def test_the_whole_vector_is_read():
    decoder = make(feature_attention=NoAttention(SIZES["feature_dim"]))
    found = decoder.internals(**arguments(decoder))
    assert (to_numpy(found["a_v"]) == 1.0).all()
    # What is read is then the same TPR at every word.
    assert_close(found["S"][:, 0], to_numpy(found["S"][:, -1]))
    stepped = make(
        feature_attention=NoAttention(SIZES["feature_dim"]), parallel=False
    )
    stepped.set_weights(decoder.get_weights())
    given = arguments(decoder)
    assert_close(stepped(**given), to_numpy(decoder(**given)))
