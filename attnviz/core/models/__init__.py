"""BERT-family models from a checkpoint folder, run in NumPy. Needs the extra `models`: safetensors and tokenizers."""

from attnviz.core.models.config import BertConfig
from attnviz.core.models.errors import Cancelled, ModelError
from attnviz.core.models.model import BertModel, ModelRun, open_model

__all__ = ["BertConfig", "BertModel", "Cancelled", "ModelError", "ModelRun", "open_model"]
