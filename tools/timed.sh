#!/bin/sh
# timed.sh MAKE PART...: run each part of the gate, and say at the end what each took.
make=$1; shift
said=""; begun=$(date +%s)
for part in "$@"; do
    echo "== $part"
    start=$(date +%s)
    $make --no-print-directory "$part" || { echo "$part failed after $(($(date +%s) - start)) s"; exit 1; }
    said="$said$(printf '%-10s %5d s' "$part" $(($(date +%s) - start)))
"
done
printf '\nAll passed.\n%s%-10s %5d s\n' "$said" whole $(($(date +%s) - begun))
