"""Captions scored by the reference code, where a copy of the data is."""

import gzip
import json
import pathlib

import pytest

DATA = (
    pathlib.Path(__file__).resolve().parents[5]
    / "shared"
    / "data"
    / "caption_metrics"
)


def read(name):
    path = DATA / name
    if not path.exists():
        pytest.skip(f"needs {name} in ../shared/data/caption_metrics")
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


@pytest.fixture(params=["fakecap126", "human1000"])
def oracle(request):
    """Scores of one set: corpus, and with raw and tokenised text an image."""
    return read(f"coco_val2017_{request.param}_oracle.json.gz")


@pytest.fixture
def oracle_pairs(oracle):
    """Tokenised candidates and references by image id."""
    images = oracle["images"]
    candidates = {image["image_id"]: image["hyp_tok"] for image in images}
    references = {image["image_id"]: image["refs_tok"] for image in images}
    return candidates, references


@pytest.fixture
def published_cases():
    """Published pairs that are tokenised, with their expected scores."""
    cases = read("published_small_cases.json")["cases"]
    return {case["name"]: case for case in cases}
