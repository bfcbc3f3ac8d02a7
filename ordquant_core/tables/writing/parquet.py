"""Tables as Parquet: every text as it is, numbers at full precision."""

import io
from collections.abc import Sequence

from ordquant_core.tables.table import Coded, Table
from ordquant_core.tables.writing.spreadsheets import with_notes


def to_parquet(table: Table, notes: Sequence[str] = ()) -> bytes:
    """Return a table as Parquet, every text as it is; `notes`: those on reading the files."""
    import pandas as pd  # takes more than a second to be imported

    columns = {
        name: pd.Categorical.from_codes(values.codes, list(values.names)) if isinstance(values, Coded) else list(values)
        for name, values in with_notes(table, notes).columns.items()
    }
    buffer = io.BytesIO()
    pd.DataFrame(columns).to_parquet(buffer, engine="pyarrow", index=False)
    return buffer.getvalue()
