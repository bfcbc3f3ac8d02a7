#!/bin/sh
# The browser tests need a Chromium. Install Debian's where that is possible; elsewhere say how to get one.
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "No Chromium found and none could be installed: the browser tests will be skipped." >&2
echo "Install chromium or google-chrome and run 'make test' again." >&2
[ "${REQUIRE_BROWSER:-}" = 1 ] && exit 1
exit 0
