"""Memory Networks in the cells of a table."""


def train(settings, questions, seed):
    """Trains a variant of `zoo.memnn`; see `Trained`."""
    import keras

    import zoo
    from recipes.memory.fit_story_model import fit_story_model, trained
    from zoo.memory.memnn_variants import VARIANTS

    keras.utils.set_random_seed(seed)
    variant = VARIANTS[settings.method]
    words, hops = 1, {}
    if variant.use_stop:
        words = max(len(answer.split(",")) for answer in questions.answers)
    else:
        # A second hop has nothing to find where one fact is enough.
        hops = {"hops": min(2, max(map(len, questions.support)))}
    model = zoo.memnn(
        variant=settings.method,
        vocabulary=zoo.story_vocabulary(
            questions.x,
            questions.answers,
            ngrams=variant.ngrams,
            max_answer_words=words,
        ),
        max_answer_words=words,
        **hops,
        **settings.network(),
    )
    updates = -(-len(questions) // settings.batch_size)
    losses = fit_story_model(
        model,
        settings,
        questions,
        seed,
        settings.optimizer(updates),
        settings.epochs,
    )
    return trained(model, losses)
