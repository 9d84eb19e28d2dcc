"""The inputs of all networks that read stories."""

import keras


def story_inputs_of_graph():
    """A dict of the symbolic inputs `story` and `question`."""
    return {
        "story": keras.Input((None, None), dtype="int32", name="story"),
        "question": keras.Input((None,), dtype="int32", name="question"),
    }
