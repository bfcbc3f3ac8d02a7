"""Ten teams attack a blind task together: ten ways to ask about nearly equal runs, or about runs that are probes.

They know everything but the gold of the cases: the measure, how runs are scored and rounded, all official runs, and
even the population that the gold was drawn from. From all answers and from the official means and intervals they
compute the best linear estimate of the gold (least squares with that knowledge). What they recover must be no better
than a guess. The answers are those of the function that the page calls; with many answers, the same attack succeeds.
"""

import numpy as np
import pytest

from ordquant_core.analysis import blind
from ordquant_core.analysis.baselines import popularity
from ordquant_core.analysis.blind import exposure
from ordquant_core.formats import File
from ordquant_core.measures.registry import MEASURES
from tests.analysis.blind_task import CASES, CLASSES, TEAMS, VOTES, Teams, as_csv, draw_gold, publish, tokens
from tests.depth import matrix

pytestmark = pytest.mark.slow

N, L = len(CASES), len(CLASSES)
SEEDS = (1, 2)
POPULATION = draw_gold(np.random.default_rng(99), 300) / VOTES  # what everybody knows
ENDS = np.eye(L)[[0, -1]]
BY_CHANCE = 3.0  # standard errors
WAITING = range(40)  # attempts, or days


def ends(rng):
    """Return a run with all probability on a random end: its mean is a sum of mean classes with random signs."""
    return ENDS[rng.integers(2, size=N)]


def random_ends(teams, rng):
    while teams.probe(ends(rng)):
        pass


def random_ends_for_days(teams, rng):
    for teams.day in range(4):
        random_ends(teams, rng)


def random_classes(teams, rng):
    while teams.probe(np.eye(L)[rng.integers(L, size=N)]):
        pass


def one_case_at_a_time(teams, rng):
    base = ends(rng)
    for case in WAITING:
        run = base.copy()
        run[case] = run[case, ::-1]
        teams.probe(run)


def a_little_more_for_all_cases(teams, rng):
    """Move along a line until the rounded mean changes: where it does is known more exactly than the mean."""
    start, end = ends(rng), np.full((N, L), 1 / L)
    for share in np.linspace(0, 1, len(WAITING)):
        teams.probe((1 - share) * start + share * end)


def halves_of_halves(teams, rng):
    base = np.tile(ENDS[0], (N, 1))
    for number in range(len(WAITING)):
        run = base.copy()
        run[(np.arange(N) >> (number % 9)) % 2 == number // 9 % 2] = ENDS[1]
        teams.probe(run)


def copies_with_other_names_and_orders(teams, rng):
    """Hope that the same run is rounded otherwise, or takes no answer, as another file."""
    run = ends(rng)
    for number in WAITING:
        rows, columns = rng.permutation(N), rng.permutation(L)
        names = [CASES[row] for row in rows], [CLASSES[column] for column in columns]
        found = teams.ask([File(f"copy-{number}.csv", as_csv(run[rows][:, columns], *names))])
        teams.learn(run, *found)
    random_ends(teams, rng)


def many_runs_in_one_upload(teams, rng):
    assert not teams.probe(*(ends(rng) for _ in range(40)))
    while teams.probe(*(ends(rng) for _ in range(5))) or teams.probe(ends(rng)):
        pass


def just_beyond_nearly_equal(teams, rng):
    base = ends(rng)
    for _ in WAITING:
        run = base.copy()
        flipped = rng.choice(N, round(N * (blind.NEAR + 0.01)), replace=False)
        run[flipped] = run[flipped, ::-1]
        teams.probe(run)
        base = run


def days_and_restarts(teams, rng):
    for day in WAITING:
        teams.day = day
        teams.probe(ends(rng))
        again = Teams(teams.source)  # another session of another process
        again.day = day
        if not again.probe(run := ends(rng)):
            return
        teams.probes.append(run)
        teams.means += again.means


def each_probe_where_most_is_unknown(teams, rng):
    """Ask each time along what the answers so far say least about."""
    while True:
        signs = rng.normal(size=N)
        asked = np.array([probe[:, 0] - 0.5 for probe in teams.probes if set(np.unique(probe)) == {0.0, 1.0}])
        if len(asked):
            signs -= np.linalg.pinv(asked) @ (asked @ signs)
        if not teams.probe(ENDS[(signs > 0).astype(int)]):
            return


def a_tenth_of_the_cases(teams, rng):
    base = np.full((N, L), 1 / L)
    for _ in WAITING:
        run = base.copy()
        run[: N // 10] = ends(rng)[: N // 10]
        teams.probe(run)


ATTACKS = (
    *(random_ends, random_classes, one_case_at_a_time, a_little_more_for_all_cases, halves_of_halves),
    *(copies_with_other_names_and_orders, many_runs_in_one_upload, just_beyond_nearly_equal, days_and_restarts),
    *(each_probe_where_most_is_unknown, a_tenth_of_the_cases),
)


def recover(teams, runs=None):
    """Return the best linear estimate of the gold from all that was said, minus the mean gold: (cases, classes)."""
    results = teams.results
    own = [(by_nmd(probe), mean) for probe, mean in zip(teams.probes, teams.means, strict=True)]
    given = {"Popularity": by_nmd(popularity(POPULATION)[:, None]), "Uniform": by_nmd(np.full((N, L), 1 / L))}
    given |= {name: by_nmd(run) for name, run in (runs or {"one": np.full((N, L), 1 / L)}).items()}
    official = [(run, *figures) for run, *figures in zip(results.runs, results.means, results.high, strict=True)]
    official += [(one.run, float(one.means[0]), float(one.high[0])) for one in results.apart]
    for run, mean, high in official:
        off, sd = given[run] - given[run].mean(), given[run].std()
        half = high - mean - results.step  # which was widened by a half to one and a half steps
        width = 1.96 * off**2 / (2 * np.sqrt(N) * sd)  # of one case: the half-width is a mean over cases, nearly
        own += [(given[run], mean), (width, half - 1.96 * sd / (2 * np.sqrt(N)))]
    scores, said = np.stack([one for one, _ in own], axis=-1), np.array([number for _, number in own])
    off = scores - scores.mean(axis=0)
    golds = POPULATION - POPULATION.mean(axis=0)
    flat = off.reshape(-1, len(own))
    together = flat.T @ flat / len(POPULATION) / N**2
    together += np.eye(len(own)) * results.step**2 / 12
    with_gold = np.tensordot(golds, off, axes=(0, 0)).swapaxes(0, 1) / len(POPULATION) / N
    return with_gold @ np.linalg.solve(together, said - scores.mean(axis=(0, 1)))


def by_nmd(estimates):
    """Return the score that estimates have in each case for each gold of the population: (golds, cases)."""
    return np.broadcast_to(MEASURES["NMD"].compute(POPULATION[:, None], estimates), (len(POPULATION), N))


def correlation(one, other):
    """Return the correlation of two arrays; 0 where one of them says nothing."""
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) if one.std() > 0 else 0.0


def attacked(folder, attack, seed, runs=None, **terms):
    """Return what an attack recovers (minus the mean gold), the gold, and how many answers were given."""
    rng = np.random.default_rng(seed)
    votes = draw_gold(rng)
    official = None if runs is None else runs(rng)
    who = {} if terms.get("anyone") else {"tokens": tokens()}
    teams = Teams(publish(folder, votes, runs=official, **who, **terms), [""] if terms.get("anyone") else TEAMS)
    attack(teams, rng)
    return recover(teams, official), votes / VOTES, len(teams.means)


def of_cells(recovered, gold):
    """Return the correlation of all shares, each class about its own mean."""
    return correlation(recovered, gold - gold.mean(axis=0))


def of_mean_classes(recovered, gold):
    """Return the correlation of the mean classes of the cases: the one number per case that ends are probes of."""
    return correlation(recovered @ np.arange(L), gold @ np.arange(L))


def more_modes(usual, recovered, gold):
    """Return in how many cases more, in standard errors, the mode is named than by always naming the usual one."""
    modes = gold.argmax(axis=1)
    gain = ((usual + recovered).argmax(axis=1) == modes).astype(float) - (usual.argmax() == modes)
    return float(gain.sum() / max(np.sqrt((gain**2).sum()), 1.0))


CORNERS = ("random_ends", "one_case_at_a_time", "many_runs_in_one_upload", "days_and_restarts")


@pytest.mark.parametrize("attack", matrix([attack.__name__ for attack in ATTACKS], *CORNERS))
def test_ten_teams_together_recover_nothing_better_than_a_guess(tmp_path, attack):
    (chosen,) = (one for one in ATTACKS if one.__name__ == attack)
    found = [attacked(tmp_path / str(seed), chosen, seed) for seed in SEEDS]
    usual = POPULATION.mean(axis=0)
    for recovered, gold, n_answers in found:
        assert 0 < n_answers <= len(TEAMS)
        assert of_cells(recovered, gold) < 0.2
        assert more_modes(usual, recovered, gold) < BY_CHANCE
    assert np.mean([of_mean_classes(recovered, gold) for recovered, gold, _ in found]) < 0.2


def submitted(rng):
    """Return official runs: five that know the population, and three that are probes.

    What a run knows of the gold of a case would be known without the task, so these know nothing of it.
    """
    usual = POPULATION.mean(axis=0)
    estimates = [0.6 * usual + 0.4 * rng.dirichlet(np.ones(L), N) for _ in range(5)]
    return {f"run-{number}": run for number, run in enumerate([*estimates, *(ends(rng) for _ in range(3))])}


def test_who_has_all_official_runs_recovers_nothing_better_than_a_guess_either(tmp_path):
    """Official results and answers share one budget: runs that were submitted as probes are counted as such."""
    found = [attacked(tmp_path / str(seed), random_ends_for_days, seed, submitted, anyone=True) for seed in SEEDS]
    for recovered, gold, n_answers in found:
        assert n_answers < len(TEAMS)  # fewer than beside one official run
        assert of_cells(recovered, gold) < 0.2
        assert more_modes(POPULATION.mean(axis=0), recovered, gold) < BY_CHANCE
    assert np.mean([of_mean_classes(recovered, gold) for recovered, gold, _ in found]) < 0.2


def test_with_many_answers_the_same_attack_succeeds(tmp_path):
    def patient(teams, rng):
        for teams.day in range(4):  # five answers a day: the fifteen of each team are given
            for _ in TEAMS:
                teams.probe(*(ends(rng) for _ in range(5)))

    recovered, gold, n_answers = attacked(tmp_path / "task", patient, 1, answers=15)
    assert n_answers == 150
    assert of_cells(recovered, gold) > 0.4
    assert of_mean_classes(recovered, gold) > 0.6


def test_least_squares_reach_the_correlation_that_organisers_are_told(tmp_path):
    """The root of answers / cases is nearly reached by the best probes, and not exceeded beyond chance."""
    found = [attacked(tmp_path / str(seed), random_ends, seed, answers=3) for seed in SEEDS]
    told = exposure(found[0][1], 30, 1, 0.0).answers
    assert {n_answers for _, _, n_answers in found} == {30}
    assert told == pytest.approx(np.sqrt(30 / N))
    reached = np.mean([of_mean_classes(recovered, gold) for recovered, gold, _ in found])
    assert 0.6 * told < reached < told + 2 / np.sqrt(N * len(SEEDS))
