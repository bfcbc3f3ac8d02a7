"""One case under two estimates: its texts, how measures are calculated, how robust the preferences are."""
