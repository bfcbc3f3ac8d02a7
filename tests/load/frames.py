"""`python -m tests.load.frames`: what a drag on Compare takes: how long the frames of the screen are, and its bytes.

A browser opens Compare, drags a bar up and down in 30 steps, a frame apart, and lets it go; several times. Each line
says how many frames the drag had, their median, the longest, how many took over 32 ms, and what came from the server
during the drag and within two seconds after it. Quote it with the load average.
"""

import os
import shutil
import statistics
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.load.processes import serving

DRAGS, STEPS = 9, 30
WATCH = """() => {
  window.frames_seen = [];
  const seen = (now) => { window.frames_seen.push(now); window.frames_asked = requestAnimationFrame(seen); };
  window.frames_asked = requestAnimationFrame(seen);
}"""
STOP = "() => { cancelAnimationFrame(window.frames_asked); return window.frames_seen; }"
FRAME = "() => new Promise((resolve) => requestAnimationFrame(resolve))"


def main() -> None:
    """Print a line per drag."""
    program, down = shutil.which("chromium-headless-shell") or shutil.which("chromium"), list[int]()
    with (
        TemporaryDirectory() as folder,
        serving(1, Path(folder) / "log") as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: down.append(len(payload))))
        page.goto(f"{address}/compare")
        page.locator(".dq-handle").first.wait_for()
        page.wait_for_timeout(3000)
        for number in range(DRAGS):
            sys.stdout.write(_drag(page, number, down) + "\n")
        browser.close()
    sys.stdout.write(f"load average {', '.join(f'{load:.1f}' for load in os.getloadavg())}\n")


def _drag(page: Page, number: int, down: list[int]) -> str:
    handles = page.locator(".dq-handle rect:last-child")  # the grip: it stands where the bar ends
    box = handles.nth(number % handles.count()).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    down.clear()
    page.evaluate(WATCH)
    for step in range(STEPS):
        page.mouse.move(x, y - (step % 15) * 4)
        page.evaluate(FRAME)
    frames = [later - before for before, later in pairwise(page.evaluate(STOP))]
    during = sum(down)
    page.mouse.up()
    page.wait_for_timeout(2000)
    median, longest, slow = statistics.median(frames), max(frames), sum(frame > 32 for frame in frames)
    return (
        f"drag {number + 1}: {len(frames)} frames, median {median:.1f} ms, longest {longest:.1f}, over 32 ms: {slow};"
        f" {during / 1000:.1f} kB during it, {(sum(down) - during) / 1000:.1f} kB after"
    )


if __name__ == "__main__":
    main()
