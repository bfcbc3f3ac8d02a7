"""A class in a room: `python -m tests.load.room --phones 100 --workers 2`, a part of `make load`.

All phones open the answering page and its files at once, join, and answer a question after the other, each within a
second of the teacher's turn; every third one changes its mind, and every tenth sends an answer twice, as a phone does
that lost the first reply. The stage asks twice a second. It fails where a phone waits longer than `--seconds`, an
answer is lost or counted twice, or the stage is wrong a second after the last phone was answered.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ordquant_core.teaching.room_questions import QUESTIONS
from tests.load.plain_http import Answer, Client
from tests.load.processes import Cost, serving, watch

FILES = ("files/room.css", "files/phone.js", "files/room.js")
EVERY = 2.0  # seconds between two questions of a phone to the server, as phone.js has it
STAGE_EVERY = 0.5
RIGHT_WITHIN = 1.0  # seconds after the last answer
THINKS = 1.0  # seconds at most between the turn and an answer


class LostError(Exception):
    """A request that was not answered as it must be."""


@dataclass
class Found:
    """What the phones waited for, and what was wrong."""

    opened: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    stage: list[float] = field(default_factory=list)  # until it was right
    wrong: list[str] = field(default_factory=list)


async def asked(client: Client, method: str, path: str, body: object = None, **headers: str) -> Any:
    """Ask, and return the JSON of the answer. Raises `LostError`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        named["Content-Type"] = "application/json"
    try:
        answer: Answer = await client.ask(method, path, b"" if body is None else json.dumps(body).encode(), named)
    except (OSError, TimeoutError) as problem:
        raise LostError(f"{method} {path}: {problem!r}") from None
    if answer.status not in (200, 201):
        raise LostError(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
    kind = next((value for name, value in answer.headers if name == "content-type"), "")
    return json.loads(answer.body) if kind == "application/json" else answer.body


class Phone:
    """A phone: it joins, polls as its page does, and answers when it is told to."""

    def __init__(self, address: str, code: str, number: int) -> None:
        self.client, self.path, self.number = Client(address), f"/room/{code}", number
        self.rng = random.Random(number)
        self.token = f"{number:032d}"
        self.answer = ""

    async def open(self) -> None:
        """Load the page and its files, and join."""
        await asked(self.client, "GET", self.path)
        await asyncio.gather(*(asked(self.client, "GET", f"/room/{name}") for name in FILES))
        await self.look()

    async def look(self) -> Any:
        return await asked(self.client, "GET", f"{self.path}/now", X_Phone=self.token)

    async def poll(self) -> None:
        while True:
            await asyncio.sleep(EVERY * self.rng.uniform(0.75, 1.25))
            await self.look()

    async def choose(self, question: int, choices: list[str]) -> float:
        """Answer, some more than once; return the seconds that the slowest answer took."""
        slowest = 0.0
        await asyncio.sleep(self.rng.uniform(0, THINKS))
        self.answer = self.rng.choice(choices)
        said = [self.answer]
        if self.number % 3 == 0:
            said.insert(0, self.rng.choice(choices))
        if self.number % 10 == 0:
            said.append(self.answer)
        for choice in said:
            begun = time.monotonic()
            content = {"question": question, "choice": choice}
            await asked(self.client, "POST", f"{self.path}/answer", content, X_Phone=self.token)
            slowest = max(slowest, time.monotonic() - begun)
        return slowest


async def hold(address: str, phones: int, questions: int) -> Found:
    """Open a room and let a class answer; return what was found."""
    found, teacher = Found(), Client(address)
    keys = list(QUESTIONS)[:questions]
    made = await asked(teacher, "POST", "/room/new", {"questions": keys})
    code, key = made["code"], made["key"]
    everybody = [Phone(address, code, number) for number in range(phones)]

    async def timed(phone: Phone) -> None:
        begun = time.monotonic()
        await phone.open()
        found.opened.append(time.monotonic() - begun)

    polling: list[asyncio.Task[None]] = []
    try:
        await asyncio.gather(*map(timed, everybody))
        polling = [asyncio.create_task(phone.poll()) for phone in everybody]
        for question in range(questions):
            await _ask_all(found, teacher, everybody, code, key, question)
    except LostError as problem:
        found.wrong.append(str(problem))
    finally:
        for task in polling:
            task.cancel()
            with suppress(asyncio.CancelledError, LostError):
                await task
    return found


async def _ask_all(found: Found, teacher: Client, phones: list[Phone], code: str, key: str, question: int) -> None:
    turned = await asked(teacher, "POST", f"/room/{code}/turn", {"question": question}, X_Room_Key=key)
    choices = [choice["key"] for choice in turned["choices"]]
    answering = asyncio.gather(*(phone.choose(question, choices) for phone in phones))
    while not answering.done():  # the stage goes on asking
        await asyncio.sleep(STAGE_EVERY)
        await asked(teacher, "GET", f"/room/{code}/counts", X_Room_Key=key)
    found.answered.extend(await answering)
    expected = Counter(phone.answer for phone in phones)
    ended = time.monotonic()
    while True:
        shown = await asked(teacher, "GET", f"/room/{code}/counts", X_Room_Key=key)
        if shown["phones"] == len(phones) and shown["counts"] == {choice: expected[choice] for choice in choices}:
            found.stage.append(time.monotonic() - ended)
            break
        if time.monotonic() - ended > RIGHT_WITHIN:
            found.wrong.append(f"question {question + 1}: the stage shows {shown['counts']}, answered were {expected}")
            break
        await asyncio.sleep(0.1)
    await asked(teacher, "POST", f"/room/{code}/turn", {"question": question, "reveal": True}, X_Room_Key=key)


def slowest(found: Found, seconds: float) -> list[str]:
    """Return what was wrong, in sentences."""
    late = [f"{name}: {max(times):.1f} s" for name, times in vars(found).items() if name != "wrong" and times]
    return [*found.wrong, *(one for one in late if float(one.split()[1]) > seconds)]


def main() -> int:
    """Run it; return 1 where something was lost, wrong or late."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.room", description=__doc__.partition("\n")[0])
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--questions", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1, help="processes; several are served behind the proxy")
    parser.add_argument("--seconds", type=float, default=10, help="the longest that anything may take (default: 10)")
    parser.add_argument("--address", help="of a server that runs already")
    arguments = parser.parse_args()

    async def watched(address: str, pid: int | None) -> tuple[Found, Cost]:
        cost = Cost()
        task = asyncio.create_task(watch(pid, cost)) if pid else None
        found = await hold(address, arguments.phones, arguments.questions)
        if task:
            task.cancel()
        return found, cost

    if arguments.address:
        found, cost = asyncio.run(watched(arguments.address, None))
    else:
        with tempfile.TemporaryDirectory() as folder, serving(arguments.workers, Path(folder) / "log.txt") as served:
            found, cost = asyncio.run(watched(*served))
    wrong = slowest(found, arguments.seconds)
    for name, times in vars(found).items():
        if name != "wrong" and times:
            times = sorted(times)
            middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
            sys.stdout.write(f"{name}: median {middle:.2f} s, p95 {late:.2f} s, slowest {times[-1]:.2f} s\n")
    sys.stdout.write(f"server: {cost.cpu:.1f} s of CPU within {cost.seconds:.1f} s\n")
    sys.stdout.writelines(f"WRONG: {words}\n" for words in wrong)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
