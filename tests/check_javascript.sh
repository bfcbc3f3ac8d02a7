#!/bin/sh
# Lint, format and types of the JavaScript, as deno.json says. Deno comes as a wheel with tests/requirements.txt, where
# there is one for the machine.
deno=.venv/bin/deno
if [ ! -x "$deno" ]; then
    echo "No Deno in .venv (tests/requirements.txt): the JavaScript was not checked." >&2
    [ "${CI:-}" = true ] && exit 1
    exit 0
fi
export DENO_DIR="$PWD/.venv/deno" DENO_NO_UPDATE_CHECK=1
set -e
"$deno" lint pages ordquant_core
"$deno" fmt --check pages ordquant_core
"$deno" check --quiet --no-remote --no-npm pages ordquant_core
