"""Trained sigmoid networks of digits; data only."""

PRESETS = {
    "mnist_sigmoid_bn": {
        "description": "Handwritten digits, 28 pixels: three layers of 100 "
        "sigmoids, each normalised by population statistics.",
    },
}
