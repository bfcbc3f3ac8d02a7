"""JSON: what all of it has in common, and the formats of NTCIR, DBDC and LeWiDi."""
