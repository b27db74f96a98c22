import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.board.tex import problem


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{\partial p_i}{\partial s_j} = p_i (\delta_{ij} - p_j)",
        r"\left\lVert \frac{q \cdot k}{\sqrt{d_k}} \right\rVert_F",
        r"\sum_{i=1}^{d_k} x_i^2 \, \text{ where seen}",
        r"\left[ \mathrm{head}_1 \; \ldots \; \mathrm{head}_h \right] W_O",
    ],
)
def test_formulas_of_the_lesson_are_right(latex):
    assert problem(latex) == ""


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        ("", "empty"),
        ("x_", "missing"),
        ("x_i_j", "two _"),
        ("x^a^b", "two ^"),
        (r"\frac{a}", "missing"),
        (r"\frac a b", "{ is missing after"),
        (r"\sqrt{a", "missing"),
        ("a}", "closes nothing"),
        (r"\left( a", "missing"),
        (r"a \right)", "closes nothing"),
        (r"\left( a }", "closes nothing"),
        (r"\left a", "no bracket"),
        (r"{\right)}", r"without \left"),
        (r"\parital x", 'did you mean "partial"'),
        (r"\textcolor{red}{x}", "not known"),
        ("a < b", "< cannot be set"),
        ("σ", "σ cannot be set"),
        ("_a", "missing before _"),
        ("{" * 40 + "x" + "}" * 40, "too many groups"),
        ("x" * 400, "400 letters"),
    ],
)
def test_a_wrong_formula_is_told_what_is_wrong_with_it(latex, said):
    assert said in problem(latex)


@given(st.text(alphabet=r"ab\{}_^() frcsqtleigh|.,", max_size=60))
def test_no_formula_breaks_the_check(latex):
    assert isinstance(problem(latex), str)
