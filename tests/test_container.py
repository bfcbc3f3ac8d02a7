"""The container files name things that exist, and start what `make serve` starts."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
IGNORED = (ROOT / ".containerignore").read_text(encoding="utf-8")
COPIED = [words.split() for words in re.findall(r"^COPY (.+)$", CONTAINER, re.MULTILINE)]


def test_everything_copied_exists_and_is_sent_to_the_builder():
    assert len(COPIED) >= 6
    sent = {line[1:] for line in IGNORED.splitlines() if line.startswith("!")}
    for *sources, _ in COPIED:
        for source in sources:
            assert (ROOT / source).exists(), source
            assert source in sent, source
    assert sent == {source for *sources, _ in COPIED for source in sources}


def test_everything_that_the_dashboard_needs_is_copied():
    copied = {source for *sources, _ in COPIED for source in sources}
    assert copied >= {"app.py", "pages", "ordquant_core", "assets", ".streamlit", "requirements.txt"}
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8") == IGNORED


def test_it_starts_what_make_serve_starts_on_the_port_that_is_published():
    entry = json.loads(re.search(r"^ENTRYPOINT (.+)$", CONTAINER, re.MULTILINE)[1])
    assert entry[:2] == ["python", "-m"]
    assert find_spec(entry[2])
    assert f"-m {entry[2]} " in (ROOT / "Makefile").read_text(encoding="utf-8")
    (port,) = re.findall(r"^EXPOSE (\d+)$", CONTAINER, re.MULTILINE)
    assert f':{port}:{port}"' in COMPOSE
    assert f"--to dashboard:{port}" in COMPOSE
    assert f"127.0.0.1:{port}/_stcore/health" in COMPOSE
    assert "HEALTHCHECK" not in CONTAINER  # podman leaves it out of its images
    assert re.search(r"^PORT \?= (\d+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1] == port


def test_what_it_is_built_on_is_named_by_its_digest():
    for base in re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE):
        assert re.search(r"@sha256:[0-9a-f]{64}$", base), base


def test_it_does_not_run_as_root_and_compose_takes_its_rights_away():
    assert re.findall(r"^USER (.+)$", CONTAINER, re.MULTILINE)[-1].isdigit()
    assert "dockerfile: Containerfile" in COMPOSE
    for wish in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "init: true"):
        assert wish in COMPOSE


def test_it_writes_nothing_that_would_have_to_belong_to_its_user_and_trusts_the_proxy_of_its_own_network():
    (mounted,) = re.findall(r"^ +- \./(.+)$", COMPOSE, re.MULTILINE)
    assert mounted.endswith(":ro")
    assert re.search(r"ORDQUANT_PROXY: (\S+)", COMPOSE)[1] == re.search(r"subnet: (\S+)", COMPOSE)[1]
