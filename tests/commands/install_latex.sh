#!/bin/sh
# With REQUIRE_LATEX=1 the tests compile what is written for papers; without, those of them are skipped where there is no LaTeX.
[ "${REQUIRE_LATEX:-}" = 1 ] || exit 0
command -v pdflatex >/dev/null 2>&1 && exit 0
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends texlive-latex-recommended >/dev/null 2>&1 && exit 0
echo "REQUIRE_LATEX=1, but no LaTeX could be installed: install texlive-latex-recommended." >&2
exit 1
