import itertools

import pytest

from keras_tpr.trees import ConlluSentence, TreeFormatError, read_conllu

TEXT = """\
# newdoc
# sent_id = s = 1
# text = I don't see it here
1\tI\tI\tPRON\tPRP\tCase=Nom\t4\tnsubj\t4:nsubj\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t4:aux\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t4:advmod\t_
4\tsee\tsee\tVERB\tVB\t_\t0\troot\t0:root\t_
5\tit here\tit\tPRON\t_\t_\t4\tobj\t4:obj\t_
5.1\tseen\tsee\tVERB\tVBN\t_\t_\t_\t4:conj\tCopyOf=4

1\t_\t_\tPUNCT\t:\t_\t_\t_\t_\t_
"""


def row(number, head="0", form="w"):
    return "\t".join([number, form, *"____", head, "_", "_", "_"])


@pytest.fixture
def sentences():
    return list(read_conllu(TEXT))


def test_columns(sentences):
    sentence = sentences[0]
    assert sentence.words == ("I", "do", "n't", "see", "it here")
    assert sentence.lemmas == ("I", "do", "not", "see", "it")
    assert sentence.upos == ("PRON", "AUX", "PART", "VERB", "PRON")
    assert sentence.xpos == ("PRP", "VBP", "RB", "VB", None)
    assert sentence.heads == (4, 4, 4, 0, 4)
    assert sentence.relations == ("nsubj", "aux", "advmod", "root", "obj")


def test_tokens_of_several_words(sentences):
    assert sentences[0].multiword_tokens == ((2, 3, "don't"),)
    assert sentences[0].tokens() == ["I", "don't", "see", "it here"]


def test_comments(sentences):
    assert sentences[0].comments == {
        "newdoc": None,
        "sent_id": "s = 1",
        "text": "I don't see it here",
    }
    assert sentences[1].comments == {}


def test_trees(sentences):
    tree = sentences[0].tree()
    assert (tree.label, tree.word) == ("root", "see")
    assert tree.words() == list(sentences[0].words)
    assert tree.tags() == list(sentences[0].relations)
    tags = sentences[0].tree(labels=sentences[0].upos).tags()
    assert tags == list(sentences[0].upos)


def test_a_sentence_without_heads(sentences):
    assert sentences[1].heads == (None,)
    assert sentences[1].lemmas == ("_",)  # the base form of an underscore
    with pytest.raises(TreeFormatError, match="Word 1, '_', has no head"):
        sentences[1].tree()


def test_lines_and_text_give_the_same():
    lines = TEXT.replace("\n", "\r\n").split("\n")
    assert list(read_conllu(lines)) == list(read_conllu(TEXT))


def test_sentences_are_read_when_asked_for():
    endless = itertools.cycle([row("1"), ""])
    assert len(list(itertools.islice(read_conllu(endless), 3))) == 3


def test_nothing():
    assert list(read_conllu("")) == list(read_conllu("# a comment\n\n")) == []


def test_comments_alone_belong_to_no_sentence():
    (sentence,) = read_conllu(["# global = 1", "", "# own = 2", row("1")])
    assert sentence.comments == {"own": "2"}


@pytest.mark.parametrize(
    "lines, line, problem",
    [
        (["1 w _"], 1, "10 fields separated by tabs, found 1.*'1 w _'"),
        ([row("1"), row("3")], 2, "word 3 where word 2 was expected"),
        ([row("2")], 1, "word 2 where word 1"),
        ([row("x")], 1, "'x' is no number"),
        ([row("1", head="x")], 1, "head 'x' is no number"),
        ([row("1"), row("1-2"), row("2")], 2, "token 1-2 .* word 2 was"),
        ([row("2-1")], 1, "token 2-1 "),
        ([row("1-x")], 1, "'1-x' is no range"),
        ([row("1-2"), row("1")], 2, "ends with word 2, but .* 1 words"),
    ],
)
def test_errors_say_where_and_what(lines, line, problem):
    lines = [row("1"), "", *lines]
    with pytest.raises(TreeFormatError, match=problem) as caught:
        list(read_conllu(lines))
    assert (caught.value.line, caught.value.tree) == (line + 2, 2)
    assert str(caught.value).startswith(f"Line {line + 2}, sentence 2: ")


def test_heads_that_make_no_tree():
    (sentence,) = read_conllu([row("1", head="2"), row("2", head="1")])
    with pytest.raises(TreeFormatError, match="one root"):
        sentence.tree()


@pytest.mark.parametrize(
    "split, num_sentences, num_words",
    [("dev", 2001, 25147), ("test", 2077, 25094)],
)
def test_english_web_treebank(data_lines, split, num_sentences, num_words):
    lines = data_lines(f"ud_ewt/en_ewt-ud-{split}.conllu.gz")
    sentences = list(read_conllu(lines))
    assert len(sentences) == num_sentences
    assert sum(len(sentence.words) for sentence in sentences) == num_words
    for sentence in sentences:
        assert isinstance(sentence, ConlluSentence)
        assert None not in sentence.upos + sentence.xpos
        assert tuple(sentence.tree().words()) == sentence.words
        # The text is that of the tokens, but for blanks.
        text = "".join(sentence.comments["text"].split())
        assert "".join("".join(sentence.tokens()).split()) == text
