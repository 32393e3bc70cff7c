#!/bin/sh
# Installs what the browser tests need from the system. Needs root on Debian; says so clearly otherwise.
set -eu
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The browser tests need chromium. Install it (Debian: apt-get install chromium as root), then run make test again." >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq chromium
