import numpy as np

import zoo
from recipes.captioning.glove_embedding import set_glove_embedding

WORDS = ["a", "red", "ring", "big", "dot", "unheard"]


def test_vectors_of_the_file_become_the_embedding(tmp_path):
    rng = np.random.default_rng(0)
    vectors = {word: rng.normal(size=6) for word in WORDS[:5]}
    path = tmp_path / "glove.txt"
    path.write_text(
        "".join(
            f"{word} {' '.join(map(str, vector))}\n"
            for word, vector in vectors.items()
        )
    )
    model = zoo.atpl_captioner(
        vocabulary=WORDS, dim=4, units=4, feature_dim=5, num_tags=None
    )
    set_glove_embedding(model, path, seed=1)
    table = model.backbone.decoder.embedding.embeddings.numpy()
    assert table.shape == (7, 4)
    np.testing.assert_allclose(table.sum(axis=0), 0.0, atol=1e-5)
    # Projected on principal components, distances shrink but keep close.
    before = np.linalg.norm(vectors["red"] - vectors["big"])
    after = np.linalg.norm(table[2] - table[4])
    assert 0 < after <= before + 1e-6
