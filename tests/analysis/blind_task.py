"""A blind task on disk, with a gold of which everything is known, and ten teams that ask about it together."""

import json
from hashlib import sha256

import numpy as np

from ordquant_core.analysis import blind
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.formats.published.source import of_path

CLASSES = ("-2", "-1", "0", "1", "2")
CASES = tuple(f"case-{number:03}" for number in range(420))
TEAMS = tuple(f"team-{number}" for number in range(10))
VOTES = 20


def draw_gold(rng, n_cases=420):
    """Draw votes whose mean class and spread differ from case to case, as in real tasks: (cases, classes)."""
    centre = rng.normal(0.3, 0.9, n_cases)[:, None]
    spread = rng.uniform(0.5, 1.2, n_cases)[:, None]
    shares = np.exp(-(((np.arange(-2, 3) - centre) / spread) ** 2) / 2)
    return rng.multinomial(VOTES, shares / shares.sum(axis=1, keepdims=True))


def as_csv(values, cases=CASES, classes=CLASSES):
    rows = (",".join([case, *map(repr, row)]) for case, row in zip(cases, values.tolist(), strict=True))
    return "\n".join([",".join(["case", *classes]), *rows, ""]).encode()


def publish(folder, votes, cases=CASES, runs=None, **terms):
    """Write a task with these votes and official runs, by their names; `terms` are those of its entry `blind`."""
    folder.mkdir()
    (folder / "gold.csv").write_bytes(as_csv(votes, cases))
    runs = {"one": np.full(votes.shape, 0.2)} if runs is None else runs
    for name, estimates in runs.items():
        (folder / f"{name}.csv").write_bytes(as_csv(estimates, cases))
    said = {
        "gold": "gold.csv",
        "runs": [f"{name}.csv" for name in runs],
        "classes": CLASSES,
        "primary": "NMD",
        "blind": terms | ({} if "tokens" in terms else {"anyone": True}),
    }
    (folder / "task.json").write_text(json.dumps(said))
    return of_path(folder)


def tokens(teams=TEAMS):
    return {team: sha256(team.encode()).hexdigest() for team in teams}


class Teams:
    """All teams of a task together: they ask as the page does, and keep what they were answered."""

    def __init__(self, source, teams=TEAMS):
        self.source, self.teams, self.day = source, list(teams), 0
        self.file = blind.answers_file(source, None)
        self.results, self.outline = blind.blind_results(source), blind.blind_outline(source)
        self.probes, self.means = [], []  # all different runs that were scored

    def ask(self, files):
        """Let one team after the other upload the files until one is answered; return the standings, () if none is."""
        if not self.teams:
            return ()
        read = blind.check_own_runs(self.outline, files)
        for team in [*self.teams]:
            try:
                return blind.answer(self.source, read, self.results, team, self.file, self.day, new=True)
            except OrdquantError:
                if not blind.left(self.source, self.results, team, self.file, self.day).ever:
                    self.teams.remove(team)
        return ()

    def probe(self, *runs):
        """Ask about some arrays of estimates; False when nobody is answered."""
        found = self.ask([File(f"p{number}.csv", as_csv(run)) for number, run in enumerate(runs)])
        for run, one in zip(runs, found, strict=False):
            self.learn(run, one)
        return bool(found)

    def learn(self, run, standing):
        """Keep an answer about a run, unless it is that to another one, or known."""
        if not standing.near and not any(np.array_equal(run, probe) for probe in self.probes):
            self.probes.append(run)
            self.means.append(standing.mean)
