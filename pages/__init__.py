"""The dashboard: a folder per page, and what pages share."""
