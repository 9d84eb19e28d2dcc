"""Moving averages of weights, which generalise better than the last ones."""


def averaging(momentum):
    """Arguments of a Keras optimiser that averages weights.

    `fit` then validates and keeps the averages.

    Args:
        momentum: Share of the average that an update leaves, 0.998 for the
            mean of the last 500 updates or so; 0 for no averages.
    """
    if not momentum:
        return {}
    return {"use_ema": True, "ema_momentum": momentum}
