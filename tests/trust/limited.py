"""Run a function in a process of its own, with limits of time and memory that it cannot exceed.

`python -m tests.trust.limited MODULE` imports that module, and divides itself for every line that it is given, a list
in JSON: where to write, `MODULE:FUNCTION`, seconds, mebibytes, arguments. The function gets the arguments, texts; its
answer is written as JSON. The limits count from where the module has been imported.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ordquant_core.commands.elsewhere import ONE_THREAD

ROOT = Path(__file__).parents[2]
MEBIBYTE = 2**20
SLOWER = 10  # times the CPU that was measured: what a bomb takes is far more, and what a slow machine does is less
STARTING = 60  # seconds that a busy machine may take beyond those that count


class Ran(NamedTuple):
    """What a function answered, and how many mebibytes more than before it took at the most."""

    answer: Any
    mebibytes: float


def run(function: str, *arguments: object, seconds: float, mebibytes: float) -> Ran:
    """Return the answer of `MODULE:FUNCTION`; fails beyond the limits. `seconds`: of CPU, on an ordinary machine."""
    parent = _dividing(function.partition(":")[0])
    assert parent.stdin is not None
    assert parent.stdout is not None
    with tempfile.NamedTemporaryFile() as file:
        parent.stdin.write(json.dumps([file.name, function, str(seconds), str(mebibytes), *map(str, arguments)]) + "\n")
        parent.stdin.flush()
        ended = parent.stdout.readline().strip()
        written = file.read().decode(errors="replace")
    called = f"{function} with at most {seconds:g} s and {mebibytes:g} MiB"
    assert ended == "0", f"{called} ended with {ended}: {written[-2000:]}"
    ran = Ran(**json.loads(written.splitlines()[-1]))
    assert ran.mebibytes <= mebibytes, f"{called} took {ran.mebibytes:.0f} MiB"
    return ran


@cache
def _dividing(module: str) -> subprocess.Popen[str]:
    """Start the process that imports a module once, and divides itself for every call; it ends when this one does."""
    environment = os.environ | ONE_THREAD  # as in the workers; threads that wait for others would count as well
    command = [sys.executable, "-m", "tests.trust.limited", module]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)


def _resident() -> float:
    """Return the most memory that this process has had; what `getrusage` says begins with that of its parent."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"^VmHWM:\s*(\d+) kB$", status.read_text(), re.MULTILINE)[0]) * 1024 / MEBIBYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (MEBIBYTE / 1024)


def _mapped() -> int:
    """Return how many bytes of addresses this process has."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[0]) * resource.getpagesize() if pages.exists() else 0


def _limit(seconds: float, mebibytes: float) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + SLOWER * seconds) + 2,) * 2)
    if _mapped():  # addresses are more than memory that is in use
        resource.setrlimit(resource.RLIMIT_AS, (_mapped() + int((2 * mebibytes + 256) * MEBIBYTE),) * 2)


def _called(called: str, seconds: str, mebibytes: str, *arguments: str) -> Ran:
    module, _, name = called.partition(":")
    function = getattr(import_module(module), name)
    signal.alarm(int(STARTING + 10 * SLOWER * float(seconds)))
    _limit(float(seconds), float(mebibytes))
    before = _resident()
    return Ran(function(*arguments), _resident() - before)


def _main(module: str) -> None:
    import_module(module)
    for line in sys.stdin:
        path, *words = json.loads(line)
        pid = os.fork()
        if pid:
            sys.stdout.write(f"{os.waitpid(pid, 0)[1]}\n")
            sys.stdout.flush()
            continue
        code = 1
        with Path(path).open("w", encoding="utf-8") as file:
            os.dup2(file.fileno(), 2)
            try:
                file.write(f"\n{json.dumps(_called(*words)._asdict())}\n")
                code = 0
            except BaseException:  # noqa: BLE001 - the other side says what it was
                file.write(traceback.format_exc())
        os._exit(code)


if __name__ == "__main__":
    _main(*sys.argv[1:])
