"""What the name of a column says about it. A name that fits none of these lists says nothing."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

_ID = r"_?(id|ids|idx|index|no|nr|num|number|key|code|name)"
_CASE = re.compile(
    r"case|id|ids|topic|query|qid|hashtag|item|dialogue|dialog|conversation|session|document|doc|turn|index|idx|thread|reply"
    r"|split|set|.*_(id|index|idx|no|number|key)|(case|dialogue|dialog|turn|topic|query|item|doc|post|tweet|user)id"
)
_THING = re.compile(
    rf"(input_)?(item|task|text|sentence|utterance|tweet|post|comment|review|headline|title|story|essay|statement|claim"
    rf"|question|prompt|message|email|article|paper|passage|paragraph|snippet|segment|document|image|img|picture|photo"
    rf"|audio|clip|video|song|track|recording|file|product|asin|sku|movie|film|book|pair|example|instance|sample|hit"
    rf"|caption|unit|word|term|stimulus|object|entity|record|url|link|uid|uuid|context)s?({_ID})?|filename"
)
_CONTENT = re.compile(
    r"(.*_)?(text|body|content|utterance|sentence|title|description|url|href|link|comments?|notes?|context|response)\d*"
    r"|lang|language"
)
_TIME = re.compile(
    r"time_?stamps?|date|time|date_?time|unix_?time|(created|submitted|updated|start|end|recorded)_?(at|date|time)"
    r"|.*_(time|date|at|seconds|timestamp)|(work_)?time_in_seconds|duration|lead_time"
)
_PERSON = (
    r"annotator|rater|worker|crowd_?worker|turker|mturker|judge|coder|assessor|labell?er|evaluator|tagger|grader|scorer"
    r"|marker|voter|bewerter|bewerterin|kodierer|codierer|annotateur|[ée]valuateur|anotador|evaluador|annotatore"
    r"|beoordelaar|評価者|アノテータ|アノテーター|标注者|标注员"
)
_AUTHOR = r"user|performer|listener|viewer|participant|respondent|reviewer|contributor|customer"  # or who wrote a text
_BY = r"(annotat|label|labell|rat|cod|judg|tagg|vot|grad|scor|evaluat|assess)ed_by"
_ANNOTATOR = re.compile(rf"(answer_)?({_PERSON}|{_AUTHOR})({_ID})?|{_BY}")
_SEVERAL_PEOPLE = re.compile(
    rf"({_PERSON}|{_AUTHOR}|reader|ann|anno|annot|expert|person|subject|tester|student|wizard|w|r)(_?\d+|_[a-z])"
)
_LABEL = re.compile(r"(answer_)?(label|vote|rating|grade|answer|annotation|class|judge?ment)")
_CLASS = re.compile(
    r"(answer_)?(class|label|category|rating|grade|answer|score|stars?|value|option|level)(_(id|name))?"
)
_VALUE = re.compile(
    r"count|counts|n|votes|n_votes|num_votes|freq|frequency|prob|probs|probability|proba|p|share|proportion|weight"
    r"|estimate|(pred(icted)?|estimated)_(prob|probability|share)"
)
_COUNT = re.compile(r"n|count|counts|freq|frequency|weight|votes|times|num|number|((n|num|number|total)_.*)")
_VOTE = re.compile(
    rf"(vote|annotation|rating|label|judge?ment|response|answer|assignment|submission|trial|event|row)s?({_ID})"
)
_SYSTEM = re.compile(r"approach|method|run_tag|(system|run|team|model|submission|predictor|classifier)(_(id|name))?")
_VARIANT = re.compile(
    r"(.*_)?(condition|variant|version|arm|treatment|setting|group|phase|wave|round|batch|part|aspect|question|task|source)"
    r"(_(id|name))?"
)
_STATUS = re.compile(
    r"(.*_)?(status|approved|rejected|accepted|valid|invalid|excluded|passed|failed|flagged|trusted|attention(_check)?"
    r"|spam|finished|completed?|gold|test|quality_check|check|tainted|orig_golden|included?|exclude|usable|reliable|keep"
    r"|bot|qc|consent|attentive|suspicious)"
)
REJECTED = frozenset({"reject", "rejected", "ignore", "ignored", "invalid", "spam", "failed", "exclude", "excluded"})
_NO_CLASS = re.compile(
    r"n|na|nan|n\.?/?a\.?|none_of_(these|them)|other|others|invalid|total|totals|sum|count|counts|mean|average|avg|median"
    r"|mode|majority|std|sd|stdev|std_?dev|var|variance|entropy|agreement|kappa|alpha|min|max|minimum|maximum|range|score"
    r"|year|month|day|week|hour|minute|second|age|rank|weight|size|length|len|number|num|nr|no|price|pages?|confidence"
    r"|unknown|missing|skip|skipped|summe|gesamt|somme|suma|合計|(.*_)?(mean|avg|average|std|sd|var|sum|total|count)"
    r"|(n|num|number|total)_.*|\?+|-+|unnamed.*|annotators|abstain(ed)?|(i_)?don.?t_know|not_sure|unsure|cannot_say"
)
_NUMBERED_CLASS = re.compile(
    r"(class(e)?|label|level|cat(egory)?|grade|rating|score|stars?|option|bin|rank|klasse|stufe|clase|niveau)_?-?\d+"
)
_INDEX = re.compile(r"(unnamed:_0(_level_\d+)?|level_0|index)?")  # how pandas writes an index without a name
_EDGE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")  # between the words of `annotatorId`, `HITId`
_PREFIX = re.compile(
    r"(prob|probs|proba|probability|p|share|freq|count|n|votes?|ratings?|labels?|score|stars?|grade|y|pred|dist)"
    r"[ _.:=-]*",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # the files of a task have the same columns, mostly
def normal(header: str) -> str:
    """Return the name of a column in the spelling of the lists above.

    >>> normal("Annotator ID"), normal("workerId"), normal("Input.image-url"), normal("# HITId")
    ('annotator_id', 'worker_id', 'input_image_url', 'hit_id')
    """
    text = re.sub(r"[\s\-.]+", "_", _EDGE.sub("_", re.sub(r"^#\s*(?=\w)", "", header.strip())))
    return (text.strip("_") or text).lower()


def _called(kinds: Sequence[re.Pattern[str]], but: Sequence[re.Pattern[str]] = ()) -> Callable[[str], bool]:
    """Return the function that says whether a column has a name of these kinds, and of none of the others."""

    @lru_cache(maxsize=4096)
    def is_called(header: str) -> bool:
        name = normal(header)
        return any(kind.fullmatch(name) for kind in kinds) and not any(kind.fullmatch(name) for kind in but)

    return is_called


is_annotator = _called([_ANNOTATOR])  # those who voted: "Rater ID", "raterId"
is_one_of_people = _called([_SEVERAL_PEOPLE])  # a column of one of several people: "Rater 2"
is_case = _called([_CASE, _THING], but=[_VOTE, _ANNOTATOR, _SYSTEM, _TIME])  # it, or a part of it: "Image ID", "tweet"
is_content = _called([_CONTENT])  # mere content of a case: "text", "Input.image_url"
is_label = _called([_LABEL])  # nothing but what somebody voted for: "rating"
is_class = _called([_CLASS])  # perhaps the class of a value: "score"
is_value = _called([_VALUE])  # votes or probabilities: "count", "prob"
is_count = _called([_COUNT])  # perhaps how many votes a row stands for: "n"
is_system = _called([_SYSTEM])  # which run a row belongs to: "system"
is_variant = _called([_SYSTEM, _VARIANT])  # perhaps which of several things of one name was judged: "condition"
is_status = _called([_STATUS])  # perhaps which rows do not count: "AssignmentStatus", "is_valid"
is_numbered_class = _called([_NUMBERED_CLASS])  # one of numbered classes: "class 1", "level_2"
is_index = _called([_INDEX])  # as pandas calls an index without a name: "", "Unnamed: 0"
names_no_class = _called([_NO_CLASS])  # a total, a mean, a year, or answers without a place: "mean", "Other", "n_votes"
# neither cases nor what is judged: people, times, states, systems
is_other = _called([_ANNOTATOR, _TIME, _STATUS, _SYSTEM, _VOTE, _LABEL, _VALUE, _SEVERAL_PEOPLE, _NO_CLASS])


def without_prefix(headers: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns without what all of them begin with, where that says what their numbers are.

    >>> without_prefix(["prob_1", "prob_2"]), without_prefix(["q1", "q2"]), without_prefix(["class 1", "class 2"])
    (('1', '2'), ('q1', 'q2'), ('class 1', 'class 2'))
    """
    return _without_prefix(tuple(headers))


@lru_cache(maxsize=512)
def _without_prefix(headers: tuple[str, ...]) -> tuple[str, ...]:
    prefixes = [_PREFIX.match(text) for text in headers]
    same = {match[0] if match else "" for match in prefixes}
    rest = tuple(text[len(match[0]) :] if match else text for text, match in zip(headers, prefixes, strict=True))
    whole = len(headers) > 1 and len(same) == 1 and all(rest)
    signed = all(re.fullmatch(r"[+-]?\d+(\.\d+)?|[^\W\d]\w*", text) for text in rest) and not any(
        text[:1].isalpha() and match is not None and match[0][-1:].isalpha()
        for text, match in zip(rest, prefixes, strict=True)
    )
    return rest if whole and signed else headers
