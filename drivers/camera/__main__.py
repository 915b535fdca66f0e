"""The camera's child process, as its driver starts it."""

from __future__ import annotations

from drivers.camera.child import main
from drivers.camera.recognise import read

if __name__ == "__main__":
    main(read)
