from pathlib import Path

import pytest

from attnviz.core.models import BertModel, open_model
from tests.core.models.checkpoints import CONFIG, random_tensors, write_checkpoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good checkpoint, for the test to spoil."""
    return write_checkpoint(tmp_path / "tiny", CONFIG, random_tensors(CONFIG))


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> BertModel:
    return open_model(minilm_folder)
