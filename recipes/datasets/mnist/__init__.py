"""MNIST: handwritten digits."""

from recipes.datasets.mnist.mnist_from_tfds import mnist_from_tfds
from recipes.datasets.mnist.read_mnist import (
    CLASS_NAMES,
    MNIST_SIZES,
    read_mnist,
)

__all__ = ["CLASS_NAMES", "MNIST_SIZES", "mnist_from_tfds", "read_mnist"]
