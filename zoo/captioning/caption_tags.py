"""Image tags: the frequent content words of captions, as targets."""

import collections

import numpy as np

from zoo.captioning.caption_vocabulary import caption_words

# Nouns, verbs and adjectives of the Penn Treebank's tag set.
CONTENT_TAGS = ("NN", "VB", "JJ")
# Words of captions that say nothing about what is in the image; auxiliary
# verbs are among them, which a part-of-speech tagger calls verbs.
STOP_WORDS = frozenset(
    """
    a about above across after against all along also am among an and another
    any are around as at away back be because been before behind being below
    beneath beside between both but by can close could did do does doing down
    during each eight either every few five for four from front had has have
    having he her here hers him himself his how i if in inside into is it its
    itself just left less like made many me more most much my near nearby next
    nine no not of off on one onto or other others our out outside over own
    past right same several she seven side six so some something someone such
    ten than that the their them themselves then there these they this those
    three through to together too top toward towards two under underneath up
    upon us very was we were what when where which while who whose will with
    within without would you your
    """.split()
)


def build_tags(captions, num_tags=999, tagger=None):
    """Returns the most frequent nouns, verbs and adjectives of captions.

    Without a `tagger`, a word counts as one of these unless it is a stop word
    (`STOP_WORDS`: articles, prepositions, pronouns, conjunctions, auxiliaries,
    numerals) or has no letter. This needs no data and misses little: captions
    hold few adverbs. Forms of a word are different tags, as in the words that
    the captioner writes.

    Args:
        captions: iterable of training captions, texts or lists of tokens.
        num_tags: number of tags; the published detector has 999.
        tagger: function from a list of tokens to a list of
            `(token, part of speech)` with tags of the Penn Treebank, for
            instance `nltk.pos_tag`. A token then counts where its tag begins
            with NN, VB or JJ, and stop words are still left out.

    Returns:
        List of `num_tags` words, most frequent first, equally frequent ones in
        alphabetical order.

    Raises:
        ValueError: if the captions have fewer content words than `num_tags`.

    Example:

    >>> from zoo.captioning.caption_tags import build_tags
    >>> build_tags(["a red ball", "the ball on a box"], num_tags=2)
    ['ball', 'box']

    Reference:
        Gan et al., Semantic Compositional Networks for Visual Captioning,
        CVPR 2017, section 3.2.
    """
    counts = collections.Counter()
    for caption in captions:
        words = caption_words(caption)
        if tagger is not None:
            words = [w for w, t in tagger(words) if t.startswith(CONTENT_TAGS)]
        counts.update(word for word in words if _is_content(word))
    if len(counts) < num_tags:
        raise ValueError(
            f"The captions have {len(counts)} content words, fewer than "
            f"`num_tags={num_tags}`. Give more captions or fewer tags."
        )
    words = sorted(counts, key=lambda word: (-counts[word], word))
    return words[:num_tags]


def tag_targets(captions, tags, share=False):
    """Returns which tags the captions of each image mention.

    Args:
        captions: for each image the list of its captions, texts or lists of
            tokens.
        tags: list of words, as from `build_tags`.
        share: give the share of the image's captions that mention the tag
            instead of 1.

    Returns:
        float32 array `(number of images, number of tags)`: 1 where any caption
        mentions the tag, else 0.

    Raises:
        TypeError: if an image has a text instead of a list of captions.
        ValueError: if an image has no caption.

    Example:

    >>> from zoo.captioning.caption_tags import tag_targets
    >>> tag_targets([["a ball", "the red ball"]], ["ball", "red", "box"])
    array([[1., 1., 0.]], dtype=float32)
    """
    captions = list(captions)
    column = {tag: index for index, tag in enumerate(tags)}
    targets = np.zeros((len(captions), len(column)), "float32")
    for row, texts in enumerate(captions):
        if isinstance(texts, str):
            raise TypeError(
                f"`captions[{row}]` must be a list of captions; received the "
                f"text {texts!r:.80}."
            )
        if not len(texts):
            raise ValueError(f"`captions[{row}]` is empty.")
        for text in texts:
            found = column.keys() & set(caption_words(text))
            targets[row, [column[word] for word in found]] += 1.0
        targets[row] /= len(texts)
    return targets if share else (targets > 0).astype("float32")


def _is_content(word):
    return word not in STOP_WORDS and any(c.isalpha() for c in word)
