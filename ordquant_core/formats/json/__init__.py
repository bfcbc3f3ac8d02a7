"""JSON: strict parsing, and the formats of NTCIR, DBDC and LeWiDi."""
