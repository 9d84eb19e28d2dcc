"""AdaGrad that touches the rows of the words in a batch only."""

import keras
from keras import ops

EMBEDDING_RULES = ("adagrad", "sgd")
# What `keras.layers.Embedding` calls its weight.
EMBEDDINGS = "embeddings"


@keras.saving.register_keras_serializable(package="keras_tpr")
class SparseAdagrad(keras.optimizers.Optimizer):
    """AdaGrad with a learning rate, and a rule, of its own for embeddings.

        a <- a + g^2
        w <- w - rate * g / (sqrt(a) + epsilon)

    On TensorFlow an update of an embedding reads and writes the rows of the
    words in the batch only, where Keras' own `Adagrad` goes through the whole
    table. A row without gradient stays as it is in both, so that the numbers
    are those of dense gradients, which other backends have.

    An embedding is a weight called `embeddings`, as in
    `keras.layers.Embedding`.

    Args:
        learning_rate: a number, a schedule, or a function without arguments.
        embedding_learning_rate: a number, the rate of the embeddings; None
            for `learning_rate`.
        embedding_rule: `"adagrad"`, or `"sgd"`: `w <- w - rate * g`.
        initial_accumulator_value: value of all `a` at the start. With 0, as
            published, the first step of a weight has the size of the rate.
        epsilon: keeps weights without any gradient where they are.
        **kwargs: of any Keras optimiser. `weight_decay`, and clipping by value,
            go through the whole table after all.

    Raises:
        ValueError: for an unknown rule, or numbers that are out of range.

    Example:

    >>> import keras
    >>> import numpy as np
    >>> from keras_tpr.optimizers import SparseAdagrad
    >>> words = keras.layers.Embedding(5, 2, embeddings_initializer="ones")
    >>> model = keras.Sequential([words, keras.layers.GlobalMaxPooling1D()])
    >>> optimizer = SparseAdagrad(0.05, embedding_learning_rate=0.1)
    >>> model.compile(optimizer, "mae")
    >>> _ = model.train_on_batch(np.array([[3]]), np.zeros((1, 2)))
    >>> words.get_weights()[0].round(4)[2:4]
    array([[1. , 1. ],
           [0.9, 0.9]], dtype=float32)

    Reference:
        Duchi et al., Adaptive Subgradient Methods for Online Learning and
        Stochastic Optimization, JMLR 2011.
    """

    def __init__(
        self,
        learning_rate=0.05,
        embedding_learning_rate=None,
        embedding_rule="adagrad",
        initial_accumulator_value=0.0,
        epsilon=1e-10,
        name="sparse_adagrad",
        **kwargs,
    ):
        super().__init__(learning_rate=learning_rate, name=name, **kwargs)
        if embedding_rule not in EMBEDDING_RULES:
            raise ValueError(
                f"`embedding_rule` must be one of {EMBEDDING_RULES}. Received: "
                f"embedding_rule={embedding_rule!r}."
            )
        _check_number("embedding_learning_rate", embedding_learning_rate or 0.0)
        _check_number("initial_accumulator_value", initial_accumulator_value)
        _check_number("epsilon", epsilon, above_zero=True)
        self.embedding_learning_rate = embedding_learning_rate
        self.embedding_rule = embedding_rule
        self.initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._is_embedding = [v.name == EMBEDDINGS for v in variables]
        start = keras.initializers.Constant(self.initial_accumulator_value)
        self._accumulators = [
            None
            if is_embedding and self.embedding_rule == "sgd"
            else self.add_variable_from_reference(
                variable, "accumulator", initializer=start
            )
            for variable, is_embedding in zip(
                variables, self._is_embedding, strict=True
            )
        ]

    def update_step(self, gradient, variable, learning_rate):
        index = self._get_variable_index(variable)
        rate = self.embedding_learning_rate
        if rate is None or not self._is_embedding[index]:
            rate = learning_rate
        rate = ops.cast(rate, variable.dtype)
        accumulator = self._accumulators[index]
        if keras.config.backend() == "tensorflow":
            from keras_tpr.kernels.tensorflow import adagrad_step, sgd_step

            if accumulator is None:
                sgd_step(variable, gradient, rate)
            else:
                adagrad_step(
                    variable, accumulator.value, gradient, rate, self.epsilon
                )
        elif accumulator is None:
            self.assign_sub(variable, rate * gradient)
        else:
            self.assign_add(accumulator, ops.square(gradient))
            scale = ops.sqrt(accumulator) + self.epsilon
            self.assign_sub(variable, rate * gradient / scale)

    def get_config(self):
        return {
            **super().get_config(),
            "embedding_learning_rate": self.embedding_learning_rate,
            "embedding_rule": self.embedding_rule,
            "initial_accumulator_value": self.initial_accumulator_value,
            "epsilon": self.epsilon,
        }


def _check_number(name, value, above_zero=False):
    if isinstance(value, (int, float)):
        if value > 0 or (value == 0 and not above_zero):
            return
    kind = "positive" if above_zero else "non-negative"
    raise ValueError(
        f"`{name}` must be a {kind} number. Received: {name}={value!r}."
    )
