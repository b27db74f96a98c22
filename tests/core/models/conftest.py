import os
from pathlib import Path

import pytest

from attnviz.core.models import BertModel, open_model
from tests.core.models.checkpoints import CONFIG, random_tensors, write_checkpoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good checkpoint, for the test to spoil."""
    return write_checkpoint(tmp_path / "tiny", CONFIG, random_tensors(CONFIG))


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The checkpoint of all-MiniLM-L6-v2. Where it cannot be had the test skips, but not in CI."""
    usual = Path(__file__).parents[3] / ".venv" / "models" / "all-MiniLM-L6-v2"
    found = Path(os.environ.get("ATTNVIZ_TEST_MODEL", usual))
    if not (found / "model.safetensors").is_file():
        why = f"{found} has no model: run scripts/fetch_test_model.sh (about 90 MB), or set ATTNVIZ_TEST_MODEL"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> BertModel:
    return open_model(minilm_folder)
