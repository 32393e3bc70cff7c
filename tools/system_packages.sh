#!/bin/sh
# Installs the browser of the tests from the system's packages: the headless shell, or what is named
# (`PITBOSS_TEST_BROWSER=chromium make system`). Needs root on Debian; says so clearly otherwise.
set -eu
wanted=${1:-${PITBOSS_TEST_BROWSER:-chromium-headless-shell}}
if command -v "$wanted" >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    if apt-get install -y -qq "$wanted"; then exit 0; fi
fi
# where the shell cannot be had, the full browser does the same for more CPU time
if [ "$wanted" = chromium-headless-shell ] && command -v chromium >/dev/null 2>&1; then exit 0; fi
echo "The browser tests need $wanted. Install it (Debian: apt-get install $wanted as root), then run make test again." >&2
exit 1
