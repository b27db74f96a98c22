"""Make tests/data/minilm_reference.npz: what PyTorch and transformers compute, for the NumPy engine to agree with.

Run it in an environment of its own, since attnviz needs neither package:

    python -m venv reference && reference/bin/pip install torch==2.13.0 transformers==5.24.0
    reference/bin/python scripts/make_minilm_reference.py FOLDER tests/data/minilm_reference.npz

FOLDER holds the checkpoint; scripts/fetch_test_model.sh fetches it. The attention is computed step by step
(attn_implementation="eager"), in float32, in evaluation mode. Nothing of attnviz is imported.
"""

from __future__ import annotations

import sys

import numpy as np
import torch
import transformers

SENTENCES = (
    "A dog ate the food because it was hungry.",
    "A dog ate the food because it was delicious.",
    "Unbelievably, the antidisestablishmentarians didn't apologize!",
    "Où est la bibliothèque, s'il vous plaît?",
    "dog",
    "Old people man the boats; 3.14 is not 3,141 — 東京 and 😀 (or a www.example.org) say so.",
)


def main(folder: str, target: str) -> None:
    """Run the checkpoint in `folder` and write the numbers to `target`."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager", local_files_only=True).eval()
    arrays = {
        "sentences": np.array(SENTENCES),
        "made_with": np.array(f"torch {torch.__version__}, transformers {transformers.__version__}, eager, float32"),
    }
    for i, sentence in enumerate(SENTENCES):
        pieces = tokenizer(sentence, return_tensors="pt")
        with torch.no_grad():
            out = model(**pieces, output_attentions=True)
        arrays[f"tokens_{i}"] = np.array(tokenizer.convert_ids_to_tokens(pieces["input_ids"][0]))
        arrays[f"attention_{i}"] = np.stack([layer[0].numpy() for layer in out.attentions])  # (6, 12, n, n)
        arrays[f"output_{i}"] = out.last_hidden_state[0].numpy()  # (n, 384)
    np.savez_compressed(target, **arrays)


if __name__ == "__main__":
    main(*sys.argv[1:])
