"""Files of captions, written where a test can change them."""

import json

import pytest


@pytest.fixture
def write(tmp_path):
    """Writes a value as JSON under a name; returns the path."""

    def write(name, value):
        path = tmp_path / name
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    return write


@pytest.fixture
def write_results(write):
    """Writes a mapping from image id to caption as results."""

    def write_results(captions, name="results.json"):
        return write(
            name,
            [{"image_id": k, "caption": text} for k, text in captions.items()],
        )

    return write_results


@pytest.fixture
def write_annotations(write):
    """Writes a mapping from image id to captions as annotations."""

    def write_annotations(references, name="annotations.json"):
        return write(
            name,
            {
                "images": [{"id": key} for key in references],
                "annotations": [
                    {"image_id": key, "caption": text}
                    for key, texts in references.items()
                    for text in texts
                ],
            },
        )

    return write_annotations
