"""From the bytes of a file to rows of votes, shares or lists: open it, recognise it or follow a mapping."""
