"""What the experiments of the papers compare: measures, in the order of the tables, and tasks.

A digest stands for the gold distributions of a task and contains none of them. References: [sakai2018], section 4.1;
[sakai2021lq], section 4; [sakai2022], sections 3 and 4.
"""

from dataclasses import dataclass

MEASURES_OF_SIGIR_2018 = ("NVD", "RNSS", "JSD", "NMD", "RSNOD")
MEASURES_OF_LQ_2021 = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")
MEASURES_OF_VARIANTS = ("NMD", "RNADW", "RNOD", "RNADW2", "RNOD2", "NVD", "RNSS", "JSD", "DNKT")
COMPONENTS = ("JSD", "NMD", "RNOD")  # each is combined with DNKT
COMBINED = tuple(f"DNKT_{key}" for key in COMPONENTS)

# Figures 1 and 2 of LQ 2021: pairs of measures by which margins of Popularity and Uniform are plotted.
PLOTTED = tuple(
    tuple((x, y) for y in others)
    for x, others in (("NMD", ("NVD", "RNSS", "JSD", "RNOD")), ("RNOD", ("NVD", "RNSS", "JSD")))
)

N_VOTES = 30  # of an artificial distribution
PER_COVER = 20  # artificial distributions for each number of covered classes

N_CLASSES = 5  # of every task
_SCALES = ("A", "E", "S")  # of the two tasks on dialogue quality


@dataclass(frozen=True, slots=True)
class DataSet:
    """One task of LQ 2021 and of the variants study."""

    name: str
    n_cases: int
    digest: str = ""  # of its gold distributions; "" where they are not known

    @property
    def counts_baselines(self) -> bool:
        """Whether Popularity and Uniform are among its runs: in the NTCIR tasks, which have scales, not in SemEval's.

        Reference: [sakai2021lq], section 5.2 with its footnote 3.
        """
        return self.scale is not None

    @property
    def scale(self) -> str | None:
        """The scale of its gold, which is the end of its name: A, E or S; None for a gold without scales."""
        ending = self.name.rpartition("-")[2]
        return ending if ending in _SCALES else None


DATA_SETS = (
    DataSet("Sem16T4E", 100, "766f96de52ddf8fd24dd60ed432864f408cafd556ff9546d508700c6211c3d23"),
    DataSet("Sem17T4E", 125),
    *(DataSet(f"STC-3 DQ-{scale}", 390) for scale in _SCALES),
    *(DataSet(f"DialEval-1 DQ-{scale}", 300) for scale in _SCALES),
)
