"""The LSTM in the cells of a table."""

# A cross-entropy is never zero.
LEARNED = 0.01


def train(settings, questions, seed):
    """Trains a `zoo.babi_lstm`; see `Trained`."""
    import keras

    import zoo
    from recipes.memory.fit_story_model import fit_story_model, trained

    keras.utils.set_random_seed(seed)
    model = zoo.babi_lstm(
        vocabulary=zoo.story_vocabulary(questions.x, questions.answers),
        embedding_dim=settings.lstm_embedding_dim,
        units=settings.lstm_units,
        dropout=settings.lstm_dropout,
        memory_size=settings.lstm_memory_size,
    )
    optimizer = keras.optimizers.Adam(
        settings.learning_rate, global_clipnorm=5.0
    )
    losses = fit_story_model(
        model,
        settings,
        questions,
        seed,
        optimizer,
        settings.lstm_epochs,
        LEARNED,
    )
    return trained(model, losses)
