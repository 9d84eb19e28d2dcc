"""The end-to-end memory network in the cells of a table."""

HALVED_EVERY = 25  # epochs


def train(settings, questions, seed):
    """Trains a `zoo.memn2n` as published; see `Trained`."""
    import keras

    import zoo
    from recipes.memory.fit_story_model import fit_story_model, trained

    keras.utils.set_random_seed(seed)
    model = zoo.memn2n(
        vocabulary=zoo.story_vocabulary(questions.x, questions.answers),
        embedding_dim=settings.memn2n_embedding_dim,
        memory_size=settings.memn2n_memory_size,
    )

    def fit(rate, epochs):
        return fit_story_model(
            model,
            settings,
            questions,
            seed,
            keras.optimizers.SGD(rate, global_clipnorm=40.0),
            epochs,
        )

    start = min(settings.memn2n_linear_start, settings.memn2n_epochs - 1)
    if start:
        model.linear = True
        fit(settings.learning_rate / 2, start)
    model.linear = False
    losses = fit(
        _halved(settings, questions, start), settings.memn2n_epochs - start
    )
    return trained(model, losses)


def _halved(settings, questions, start):
    """The learning rate behind a linear start of so many epochs."""
    import keras

    updates = -(-len(questions) // settings.batch_size)
    boundaries = [
        (epoch - start) * updates
        for epoch in range(HALVED_EVERY, settings.memn2n_epochs, HALVED_EVERY)
        if epoch > start
    ]
    rates = [settings.learning_rate / 2**n for n in range(len(boundaries) + 1)]
    if not boundaries:
        return rates[0]
    return keras.optimizers.schedules.PiecewiseConstantDecay(boundaries, rates)
