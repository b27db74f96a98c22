import gc
import threading
import weakref

import pytest

from attnviz.ui.loader import Loader


class Heard:
    """Everything that a loader said, in order."""

    def __init__(self, loader):
        self.all = []
        loader.started.connect(self.started)
        loader.progressed.connect(self.progressed)
        loader.opened.connect(self.opened)
        loader.refused.connect(self.refused)
        loader.ended.connect(self.ended)

    def started(self, name):
        self.all.append(("started", name))

    def progressed(self, fraction, words):
        assert threading.current_thread() is threading.main_thread()
        self.all.append(("progressed", fraction, words))

    def opened(self, thing):
        assert threading.current_thread() is threading.main_thread()
        self.all.append(("opened", thing))

    def refused(self, words):
        self.all.append(("refused", words))

    def ended(self):
        self.all.append(("ended",))


class Gate:
    """A job that waits in its thread until the test lets it go on, and then answers."""

    def __init__(self, answer="answer"):
        self.answer = answer
        self.runs, self.may_go = threading.Event(), threading.Event()
        self.was_stopped = False

    def __call__(self, progress, stop):
        self.runs.set()
        assert self.may_go.wait(20)
        self.was_stopped = stop()
        progress(0.5, "half")
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def loader(qapp):
    loader = Loader()
    yield loader
    loader.close()
    loader.deleteLater()


def wait_for_end(qtbot, loader):
    qtbot.waitUntil(lambda: not loader.busy)


def test_a_job_tells_how_far_it_is_and_hands_over_what_it_made(loader, qtbot):
    heard, job = Heard(loader), Gate()
    loader.start("a model", job)
    assert loader.busy
    job.may_go.set()
    wait_for_end(qtbot, loader)
    assert heard.all == [("started", "a model"), ("progressed", 0.5, "half"), ("opened", "answer"), ("ended",)]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("config.json is missing"), "config.json is missing"),
        (MemoryError(), "not enough memory"),
        (OSError(5, "input/output error"), "input/output"),
    ],
)
def test_a_refusal_is_passed_on_in_its_words(loader, qtbot, error, words):
    heard, job = Heard(loader), Gate(error)
    loader.start("x", job)
    job.may_go.set()
    wait_for_end(qtbot, loader)
    (kind, said), end = heard.all[-2:]
    assert (kind, end) == ("refused", ("ended",))
    assert words in said


def test_an_unforeseen_error_is_raised_where_it_is_reported_and_ends_the_job(loader, qtbot):
    heard, job = Heard(loader), Gate(ZeroDivisionError("a bug"))
    with qtbot.captureExceptions() as raised:
        loader.start("x", job)
        job.may_go.set()
        wait_for_end(qtbot, loader)
        qtbot.waitUntil(lambda: bool(raised))
    assert [str(one[1]) for one in raised] == ["a bug"]
    assert heard.all[-1] == ("ended",)


def test_cancelling_is_noticed_by_the_job_and_nothing_more_is_heard_of_it(loader, qtbot):
    heard, job, after = Heard(loader), Gate(), Gate("after")
    loader.start("x", job)
    assert job.runs.wait(20)
    loader.cancel()
    assert not loader.busy
    job.may_go.set()
    after.may_go.set()
    loader.start("y", after)
    wait_for_end(qtbot, loader)
    assert job.was_stopped
    assert heard.all == [
        ("started", "x"), ("ended",),
        ("started", "y"), ("progressed", 0.5, "half"), ("opened", "after"), ("ended",),
    ]  # fmt: skip


def test_a_second_job_drops_the_first_and_waits_for_its_thread(loader, qtbot):
    heard, first, second = Heard(loader), Gate("first"), Gate("second")
    loader.start("x", first)
    assert first.runs.wait(20)
    loader.start("y", second)
    assert not second.runs.wait(0.05)
    second.may_go.set()
    first.may_go.set()
    wait_for_end(qtbot, loader)
    assert first.was_stopped
    assert not second.was_stopped
    assert [one for one in heard.all if one[0] in ("opened", "ended")] == [("opened", "second"), ("ended",)]


def test_a_result_that_was_on_its_way_when_it_was_cancelled_is_dropped(loader, qtbot):
    heard, job = Heard(loader), Gate()
    loader.start("x", job)
    job.may_go.set()
    loader._worker.submit(int).result(20)  # the job has ended, and its answer waits for the event loop
    loader.cancel()
    qtbot.wait(20)
    assert heard.all == [("started", "x"), ("ended",)]
    assert loader._outcomes == {}


def test_closing_waits_for_the_thread(loader):
    job = Gate()
    loader.start("x", job)
    assert job.runs.wait(20)
    threading.Timer(0.05, job.may_go.set).start()
    loader.close()
    assert job.was_stopped
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("attnviz-loader")] == []


def test_nothing_that_was_opened_is_kept(loader, qtbot):
    class Model:
        """Something with a memory."""

    made = []

    def job(progress, stop):
        model = Model()
        made.append(weakref.ref(model))
        return model

    loader.start("x", job)
    wait_for_end(qtbot, loader)
    gc.collect()
    assert made[0]() is None
