#!/bin/sh
# The browser tests need a Chromium. Its headless shell has no window to draw and is a quarter faster: install Debian's
# where that is possible, else any Chromium; elsewhere say how to get one.
has() { for name in "$@"; do command -v "$name" >/dev/null 2>&1 && return 0; done; return 1; }
any="chromium chromium-browser google-chrome google-chrome-stable"
has chromium-headless-shell && exit 0
if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    install() { DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq "$1" >/dev/null 2>&1; }
    $as_root apt-get update -qq >/dev/null 2>&1
    install chromium-headless-shell && exit 0
    has $any && exit 0
    install chromium && exit 0
fi
has $any && exit 0
echo "No Chromium found and none could be installed: the browser tests will be skipped." >&2
echo "Install chromium or google-chrome and run 'make test' again." >&2
[ "${REQUIRE_BROWSER:-}" = 1 ] && exit 1
exit 0
