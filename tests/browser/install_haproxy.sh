#!/bin/sh
# The tests of several processes need HAProxy, which stands in front of them: install Debian's where that is possible.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
command -v haproxy >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    $as_root apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends haproxy >/dev/null 2>&1 && exit 0
fi
echo "No HAProxy found and none could be installed: the tests of several processes will be skipped." >&2
echo "Install haproxy and run 'make test' again." >&2
[ "${REQUIRE_BROWSER:-}" = 1 ] && exit 1
exit 0
