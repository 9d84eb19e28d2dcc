"""The README's Python examples run as printed, in order, in one session."""

import pathlib
import re

import pytest

README = pathlib.Path(__file__).parents[1] / "README.md"


# Keras says of every task that is fitted on arrays that it does not shuffle.
@pytest.mark.filterwarnings("ignore:`shuffle=True` was passed")
def test_python_examples_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert len(blocks) == 4
    names = {}
    for block in blocks:
        exec(compile(block, str(README), "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    caption = printed[0].split()
    assert len(caption) > 3
    assert set(caption) <= set(
        names["zoo"]
        .atpl_captioner("atpl_scenes_en")
        .preprocessor.tokenizer.get_vocabulary()
    )
    assert "Caption(text=" in printed[-2]
    assert printed[-1] == "garden"


def test_first_two_commands_are_single_lines():
    blocks = re.findall(r"```bash\n(.*?)```", README.read_text(), re.DOTALL)
    assert len(blocks) == 2
    assert all(block.count("\n") == 1 for block in blocks)
