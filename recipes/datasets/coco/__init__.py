"""COCO captions: from TFDS, or from local files."""

from recipes.datasets.coco.coco_splits import count_notes
from recipes.datasets.coco.read_coco import read_coco
from recipes.datasets.coco.read_coco_folder import read_coco_folder

__all__ = ["count_notes", "read_coco", "read_coco_folder"]
