"""Property tests run the same examples every time, and none has to be quick."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
