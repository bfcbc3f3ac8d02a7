"""All traps."""

from tests.formats.traps import (
    archives,
    bare,
    classes,
    encodings,
    ids,
    json_shapes,
    lewidi,
    number_columns,
    order,
    raters,
    roles,
    scales,
    subset_scales,
    sums,
    totals,
    voters,
)

TRAPS = (
    *ids.TRAPS,
    *scales.TRAPS,
    *subset_scales.TRAPS,
    *number_columns.TRAPS,
    *classes.TRAPS,
    *sums.TRAPS,
    *totals.TRAPS,
    *bare.TRAPS,
    *voters.TRAPS,
    *raters.TRAPS,
    *encodings.TRAPS,
    *json_shapes.TRAPS,
    *lewidi.TRAPS,
    *archives.TRAPS,
    *roles.TRAPS,
    *order.TRAPS,
)
