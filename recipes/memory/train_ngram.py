"""The N-gram classifier in the cells of a table."""

EPOCHS = 30


def train(settings, questions, seed):
    """Trains a `zoo.babi_ngram`; see `Trained`."""
    import keras

    import zoo
    from recipes.memory.cell import Trained
    from zoo.memory.story_ngrams import ngram_vocabulary

    keras.utils.set_random_seed(seed)
    model = zoo.babi_ngram(
        vocabulary=ngram_vocabulary(questions.x),
        class_names=sorted(set(questions.answers)),
    )
    model.fit(questions.x, questions.answers, epochs=EPOCHS, verbose=0)
    return Trained(
        lambda x: (model.answer(x), None), model.count_params(), None, None
    )
