"""What the name of a column says about it."""

import pytest

from ordquant_core.formats import names

CALLED = {
    names.is_annotator: (["Rater ID", "raterId", "coded_by"], ["annotators", "rating"]),
    names.is_one_of_people: (["Rater 2", "annotator_b"], ["class2", "raters"]),
    names.is_case: (["Image ID", "tweet", "topic", "D_id"], ["annotation_id", "worker_id", "system_id", "bad"]),
    names.is_content: (["text", "Input.image_url", "lang"], ["post_id"]),
    names.is_label: (["rating", "Answer.label"], ["score", "labels"]),
    names.is_class: (["score", "stars"], ["item"]),
    names.is_value: (["count", "predicted_prob"], ["counted"]),
    names.is_count: (["n", "n_votes"], ["name"]),
    names.is_system: (["system", "run_tag", "model_name"], ["modelled"]),
    names.is_variant: (["condition", "system"], ["age"]),
    names.is_status: (["AssignmentStatus", "is_valid"], ["label"]),
    names.is_numbered_class: (["class 1", "level_2"], ["q1"]),
    names.is_index: (["", "Unnamed: 0"], ["-", "id"]),
    names.names_no_class: (["mean", "Other", "n_votes"], ["good"]),
    names.is_other: (["worker", "timestamp", "status", "system", "mean"], ["tweet", "good"]),
}


@pytest.mark.parametrize(("is_called", "some"), CALLED.items())
def test_a_name_says_what_a_column_may_hold(is_called, some):
    fitting, others = some
    assert [name for name in [*fitting, *others] if is_called(name)] == fitting
