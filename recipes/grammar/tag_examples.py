"""Words that a tagger takes for something else, as part of a report."""

import collections
import html

from recipes.running.evaluation import Section

_SHOWN = 25


def tag_examples(model, found, tagged):
    """The most frequent errors, with a word for each, and some roles.

    Args:
        model: A `zoo.ATPLTagger` with a preprocessor.
        found: For each sentence the list of tags that were found.
        tagged: List of `(words, tags)`.

    Returns:
        A `Section`.
    """
    counts, words = collections.Counter(), {}
    for answers, (tokens, tags) in zip(found, tagged, strict=True):
        for answer, token, tag in zip(answers, tokens, tags, strict=True):
            if answer != tag:
                counts[tag, answer] += 1
                words.setdefault((tag, answer), token)
    rows = "".join(
        f"<tr><td>{html.escape(tag)}</td><td>{html.escape(answer)}</td>"
        f'<td class="number">{count}</td>'
        f"<td>{html.escape(words[tag, answer])}</td></tr>"
        for (tag, answer), count in counts.most_common(_SHOWN)
    )
    shortest = min(
        (tokens for tokens, _ in tagged if len(tokens) > 4),
        key=len,
        default=tagged[0][0],
    )
    return Section(
        "Errors on test, and the roles of a sentence",
        "<table><tr><th>is</th><th>is taken for</th><th>times</th>"
        f"<th>such as</th></tr>{rows}</table>"
        f"{model.explain(shortest).to_html()}",
    )
