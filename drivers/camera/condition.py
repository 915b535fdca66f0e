"""Whether the camera still sees what it saw when it was calibrated: light, focus, position; a number and a fault."""

from __future__ import annotations

from drivers.camera.calibration import Calibrated
from drivers.camera.measure import Picture, detail, light, locate
from drivers.camera.wire import Condition
from drivers.faults import Fault

DARK, GLARING = 0.5, 1.6  # how bright, against the calibration
BLACK, WHITE = 16, 250  # grey levels at which nothing is told apart any more
BLURRED = 0.6  # how sharp, against the calibration
MOVED = 0.2  # of a die's width
MISSING = 0.4  # of the marks
BARE = 0.6  # how much detail is left, against the calibration, when something lies before the lens


def judge(picture: Picture, known: Calibrated) -> tuple[Condition | None, Fault | None, str]:
    """The numbers, the fault if there is one, and the number that makes it one."""
    calibration = known.calibration
    height, width = picture.shape[:2]
    if (width, height) != (calibration.width, calibration.height):
        return None, Fault.CAMERA_UNCALIBRATED, f"{width}x{height}, not {calibration.width}x{calibration.height}"
    now = light(picture, calibration.region)
    bright = now / max(calibration.light, 1)
    marks = len(calibration.marks)
    position = locate(picture, calibration.marks, known.patches)
    focus = position.sharpness / known.sharpness if position.seen and known.sharpness else None
    shift = position.shift if position.seen else None
    condition = Condition(round(bright, 2), focus and round(focus, 2), shift if shift is None else round(shift, 1))
    if now < BLACK:
        return condition, Fault.CAMERA_DARK, f"{bright:.0%}"
    if position.seen < (1 - MISSING) * marks:
        in_place = shift is not None and shift <= MOVED * calibration.die  # what is still seen has not moved
        covered = in_place or bright < DARK or detail(picture) < BARE * known.detail
        return condition, Fault.CAMERA_COVERED if covered else Fault.CAMERA_MOVED, f"{position.seen}/{marks}"
    if bright < DARK:
        return condition, Fault.CAMERA_DARK, f"{bright:.0%}"
    if bright > GLARING or now > WHITE:
        return condition, Fault.CAMERA_GLARING, f"{bright:.0%}"
    if shift is not None and shift > MOVED * calibration.die:
        return condition, Fault.CAMERA_MOVED, f"{shift:.0f} px"
    if focus is not None and focus < BLURRED:
        return condition, Fault.CAMERA_BLURRED, f"{focus:.0%}"
    return condition, None, ""
