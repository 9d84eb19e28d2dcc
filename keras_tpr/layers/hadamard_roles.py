"""Unbinding vectors as combinations of a fixed orthonormal basis."""

import keras
import numpy as np
from keras import ops

ROLE_BASES = ("hadamard", "orthogonal", "identity")


@keras.saving.register_keras_serializable(package="keras_tpr")
class HadamardRoles(keras.layers.Layer):
    """Turns attention weights into an unbinding vector: `u = U a`.

    The columns of the constant, orthonormal `U` are the roles that the
    attention chooses among. `U` has no trainable weights and is not part of a
    saved model: it follows from the arguments.

    Args:
        dim: size of the role vectors.
        role_basis: `"hadamard"` (the paper): the Sylvester matrix divided by
            `sqrt(dim)`, for which `dim` must be a power of two;
            `"orthogonal"`: a fixed random orthonormal matrix; `"identity"`.
        seed: integer seed of the `"orthogonal"` basis; None draws one, which
            is kept in the config.

    Call arguments:
        inputs: attention weights `(..., dim)`.

    Shapes:
        Output `(..., dim)`.

    Masking:
        An input mask is passed on; masked positions are computed like others.

    Raises:
        ValueError: for an unknown basis, or a Hadamard basis whose size is not
            a power of two.

    Example:

    >>> import keras
    >>> from keras_tpr.layers import HadamardRoles
    >>> u = HadamardRoles(4)(keras.ops.array([[0.5, 0.5, 0.5, 0.5]]))
    >>> keras.ops.convert_to_numpy(u).tolist()
    [[1.0, 0.0, 0.0, 0.0]]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 3.3.
    """

    def __init__(self, dim, role_basis="hadamard", seed=None, **kwargs):
        super().__init__(**kwargs)
        _check_basis(dim, role_basis)
        self.supports_masking = True
        self.dim = dim
        self.role_basis = role_basis
        if role_basis == "orthogonal" and seed is None:
            seed = int(np.random.default_rng().integers(2**31))
        self.seed = seed
        self.basis = _make_basis(dim, role_basis, seed)

    def build(self, input_shape):
        if input_shape[-1] != self.dim:
            raise ValueError(
                f"The last axis of the input must have size `dim`={self.dim}. "
                f"Received shape {tuple(input_shape)}."
            )

    def call(self, inputs):
        if self.role_basis == "identity":
            return ops.convert_to_tensor(inputs)
        # Row form of u = U a.
        return ops.matmul(inputs, ops.cast(self.basis.T, self.compute_dtype))

    def compute_output_shape(self, input_shape):
        return tuple(input_shape)

    def get_config(self):
        return {
            **super().get_config(),
            "dim": self.dim,
            "role_basis": self.role_basis,
            "seed": self.seed,
        }


def _check_basis(dim, role_basis):
    if role_basis not in ROLE_BASES:
        raise ValueError(
            f"`role_basis` must be one of {ROLE_BASES}. Received: "
            f"{role_basis!r}."
        )
    if not isinstance(dim, int) or dim < 1:
        raise ValueError(
            f"`dim` must be a positive integer. Received: dim={dim!r}."
        )
    if role_basis == "hadamard" and dim & (dim - 1):
        lower = 1 << (dim.bit_length() - 1)
        raise ValueError(
            "The Hadamard basis exists for powers of two only. Received: "
            f"dim={dim}. Use {lower} or {2 * lower}, or "
            "`role_basis='orthogonal'`, which takes any size."
        )


def _make_basis(dim, role_basis, seed):
    if role_basis == "identity":
        return np.eye(dim, dtype="float32")
    if role_basis == "orthogonal":
        gaussian = np.random.default_rng(seed).standard_normal((dim, dim))
        q, r = np.linalg.qr(gaussian)
        # Signs fixed by R's diagonal make the choice uniform and unique.
        return (q * np.sign(np.diagonal(r))).astype("float32")
    sylvester = np.ones((1, 1))
    while len(sylvester) < dim:
        sylvester = np.block([[sylvester, sylvester], [sylvester, -sylvester]])
    return (sylvester / np.sqrt(dim)).astype("float32")
