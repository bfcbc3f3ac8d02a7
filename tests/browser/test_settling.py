"""What the browser tests rest on: the messages by which they see that a page has settled are those of Streamlit."""

import re

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.settling import WATCH


def test_the_messages_are_those_of_streamlit() -> None:
    written = {name: int(number) for name, number in re.findall(r"const (\w+) = (\d+);", WATCH.read_text())}
    sent, received = BackMsg.DESCRIPTOR.fields_by_name, ForwardMsg.DESCRIPTOR.fields_by_name
    assert written["RERUN"] == sent["rerun_script"].number
    assert written["NEW_SESSION"] == received["new_session"].number
    assert written["SCRIPT_FINISHED"] == received["script_finished"].number
    assert written["EARLY"] == ForwardMsg.FINISHED_EARLY_FOR_RERUN
