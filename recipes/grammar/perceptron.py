"""The averaged perceptron of NLTK, which taggers are compared with."""

import hashlib
import json
import random

from recipes.grammar.tag_scores import tag_scores
from zoo.atomic_file import write_json

ITERATIONS = 5


def perceptron_scores(tagged, split, seed, context):
    """Trains NLTK's tagger on the same sentences and scores it.

    Args:
        tagged: Dict from splits to lists of `(words, tags)`.
        split: The split that is scored.
        seed: Of the order of the sentences.
        context: The `Context` of the run; scores are kept in its cache.

    Returns:
        The dict of `tag_scores`.
    """
    digest = hashlib.sha256()
    for name in ("train", split):
        digest.update(repr(tagged[name]).encode("utf-8"))
    folder = context.cache_dir / "grammar"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"perceptron_{digest.hexdigest()[:16]}_{seed}.json"
    if path.exists():
        return json.loads(path.read_text())
    from nltk.tag import PerceptronTagger

    tagger = PerceptronTagger(load=False)
    sentences = [list(zip(*pair, strict=True)) for pair in tagged["train"]]
    state = random.getstate()
    random.seed(seed)
    tagger.train(sentences, nr_iter=ITERATIONS)
    random.setstate(state)
    found = [
        [tag for _, tag in tagger.tag(words)] for words, _ in tagged[split]
    ]
    seen = {word for words, _ in tagged["train"] for word in words}
    scores = tag_scores(found, tagged[split], seen)
    write_json(path, scores)
    return scores
