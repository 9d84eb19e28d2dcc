"""Which words share a WordNet synset in some of their base forms."""

_NOUN = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
]
_VERB = [
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
]
_ADJECTIVE = [("er", ""), ("est", ""), ("er", "e"), ("est", "e")]
_SHORTEST = 3


class WordNetSynonyms:
    """Synsets of English word forms, by WordNet's rules of detachment.

    Args:
        synsets: lines that alternate between a word and the numbers of its
            synsets.
        exceptions: lines that alternate between a base form and its irregular
            forms.

    Reference:
        Miller, WordNet: a Lexical Database for English, 1995; the manual page
        of its morphological processor.
    """

    def __init__(self, synsets, exceptions):
        self._synsets = dict(zip(synsets[::2], synsets[1::2], strict=True))
        self._bases = {}
        for base, forms in zip(exceptions[::2], exceptions[1::2], strict=True):
            for form in forms.split():
                self._bases.setdefault(form, []).append(base)

    def synsets(self, word):
        """The numbers of the synsets of a word and its base forms."""
        found = set()
        for base in (word, *self._base_forms(word)):
            found.update(self._synsets.get(base, "").split())
        return found

    def _base_forms(self, word):
        if word in self._bases:
            return self._bases[word]
        if len(word) < _SHORTEST or word.endswith("ss"):
            return []
        found = []
        for rules in (_NOUN, _VERB, _ADJECTIVE):
            # One base form a part of speech: the first that is a known word.
            for ending, replacement in rules:
                if word.endswith(ending):
                    base = word[: -len(ending)] + replacement
                    if base in self._synsets:
                        found.append(base)
                        break
        return found
