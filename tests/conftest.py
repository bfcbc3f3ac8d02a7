"""What every test shares."""

from hypothesis import HealthCheck, settings

# No deadline, no check of speed: the first call of a function is slow on a busy machine, and that is no finding.
settings.register_profile(
    "ordquant", deadline=None, max_examples=40, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ordquant")
