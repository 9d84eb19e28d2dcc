"""Do the roles a captioner assigns to words follow their parts of speech?"""

import html

import numpy as np
from keras import ops

from recipes.captioning.caption_scores import model_inputs
from recipes.running.evaluation import Section

BATCH = 64


def role_clusters(model, rows, records, seed=0):
    """Clusters the roles of gold captions and compares with gold tags.

    The captions are fed word by word, as in training; words outside the
    vocabulary and behind the model's length are left out. There are as many
    clusters as parts of speech.

    Args:
        model: An ATPL captioner with a preprocessor.
        rows: Images or features, one for each record.
        records: `CaptionRecords` with `pos`.
        seed: Of the clustering.

    Returns:
        The dict of `ATPLCaptioner.role_clusters`.
    """
    captions, tags, row_of_caption = _known_words(model, records)
    features = np.concatenate(
        [
            ops.convert_to_numpy(_features(model, rows[begin : begin + BATCH]))
            for begin in range(0, len(rows), BATCH)
        ]
    )
    inputs = {"features": features[row_of_caption]}
    return model.role_clusters(inputs, captions, tags, seed=seed)


def role_section(found):
    """Shows clusters with the tags of their words, as a `Section`."""
    rows = "".join(
        f"<tr><td>{number}</td><td>{_shares(tags)}</td></tr>"
        for number, tags in enumerate(found["table"], start=1)
    )
    return Section(
        "Role clusters and parts of speech",
        f"<p>{found['num_words']:,} words of gold captions in "
        f"{found['num_clusters']} clusters of their roles. Purity "
        f"{found['purity']:.3f} (by chance {found['chance_purity']:.3f}), "
        f"normalised mutual information {found['nmi']:.3f} (by chance "
        f"{found['chance_nmi']:.3f}).</p>"
        f"<table><tr><th>cluster</th><th>tags of its words</th></tr>{rows}"
        "</table>",
    )


def _known_words(model, records):
    """Returns captions and tags as lists of lists, and each one's row."""
    known = set(model.preprocessor.tokenizer.get_vocabulary())
    length = model.preprocessor.sequence_length
    captions, tags, row_of_caption = [], [], []
    for row, texts in enumerate(records.captions):
        for text, pos in zip(texts, records.pos[row], strict=True):
            pairs = zip(text.split(), pos, strict=True)
            kept = [pair for pair in pairs if pair[0] in known][:length]
            if kept:
                captions.append([word for word, _ in kept])
                tags.append([tag for _, tag in kept])
                row_of_caption.append(row)
    return captions, tags, np.array(row_of_caption)


def _features(model, rows):
    encoded = model.preprocessor.generate_preprocess(model_inputs(rows))
    encoded = {k: ops.convert_to_tensor(v) for k, v in encoded.items()}
    return model.backbone.encode(encoded)[0]


def _shares(tags):
    total = sum(tags.values())
    return ", ".join(
        f"{html.escape(tag)} {count / total:.0%}"
        for tag, count in list(tags.items())[:6]
        if count / total >= 0.005
    )
