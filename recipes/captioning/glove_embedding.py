"""GloVe vectors as a captioner's initial word vectors."""

from recipes.datasets.glove import read_glove
from zoo.captioning.project_word_vectors import project_word_vectors


def set_glove_embedding(model, path, seed=0):
    """Sets the word vectors of a fresh captioner.

    Args:
        model: A captioner with a preprocessor.
        path: A file of GloVe vectors of at least the captioner's size.
        seed: Of the vectors of words that the file lacks.
    """
    words = model.preprocessor.tokenizer.get_vocabulary()
    embedding = model.backbone.decoder.embedding
    table = project_word_vectors(
        read_glove(path, words), words, embedding.output_dim, seed
    )
    embedding.set_weights([table])
