"""attnviz: see how attention works, with every number computed."""

from __future__ import annotations

from collections.abc import Sequence

__version__ = "0.1.0"


def show(
    attentions: object,
    tokens: Sequence[str],
    key_tokens: Sequence[str] | None = None,
    *,
    axes: Sequence[str] | None = None,
) -> None:
    """Open the window on attention that a model returned, from a script or a notebook.

    Returns when the window is closed; at once where somebody else runs Qt's event loop, as a notebook does after
    `%gui qt`.

    Parameters
    ----------
    attentions
        Weights (layers, heads, n_q, n_k), (heads, n_q, n_k) or (n_q, n_k), or a tuple with such an array for each
        layer, as Hugging Face models return it: NumPy arrays, PyTorch tensors or nested lists. A batch of one is
        squeezed. Rows sum to 1.
    tokens
        What stands along the rows (n_q), and along the columns, too, unless `key_tokens` (n_k) says otherwise.
    key_tokens
        What is asked in cross attention.
    axes
        What each axis of `attentions` is, of "layers", "batch", "heads", "queries" and "keys", where it is not as
        above: a batch of one layer has the shape of several layers. The window says what the axes were taken for.

    Raises
    ------
    ValueError
        When this cannot be shown as attention. The message says why.
    RuntimeError
        When no window can be opened here. The message says why.
    """
    from attnviz.notebook import show_attention

    show_attention(attentions, tokens, key_tokens, axes)
