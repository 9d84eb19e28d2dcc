"""Exact dual vectors of a set of roles."""

from keras import ops


def dual_roles(roles):
    """Returns unbinding vectors that read every bound filler back exactly.

    `U = pinv(R)^T`, so that `R U^T` is the identity: binding with `roles` and
    unbinding with row `t` of the result gives filler `t`. Orthonormal roles
    are their own duals. The ATPL network does not use this (it binds and
    unbinds with the same vector); it serves exact codes and analysis.

    Args:
        roles: `(..., T, R)`, the roles as rows, linearly independent, hence
            `T <= R`.

    Returns:
        `(..., T, R)`, the dual vectors as rows.

    Raises:
        ValueError: if there are more roles than their size, as no dual
            vectors exist then.

    Example:

    >>> import numpy as np
    >>> from keras_tpr.layers import dual_roles
    >>> roles = np.array([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]])
    >>> (roles @ np.asarray(dual_roles(roles)).T).round(6).tolist()
    [[1.0, 0.0], [0.0, 1.0]]

    Reference:
        Huang et al., Attentive Tensor Product Learning, AAAI 2019, section 3.1.
    """
    roles = ops.convert_to_tensor(roles)
    if len(roles.shape) < 2:
        raise ValueError(
            "`roles` must hold the roles as rows, shape (..., T, R). Received "
            f"shape {tuple(roles.shape)}."
        )
    count, size = roles.shape[-2:]
    if None not in (count, size) and count > size:
        raise ValueError(
            f"`roles` holds {count} roles of size {size}: more than {size} "
            "vectors of that size are never linearly independent, so no dual "
            "vectors exist. Use fewer roles or larger ones."
        )
    # For independent rows pinv(R)^T = (R R^T)^-1 R.
    gram = ops.matmul(roles, ops.swapaxes(roles, -1, -2))
    return ops.solve(gram, roles)
