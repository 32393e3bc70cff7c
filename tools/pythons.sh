#!/bin/sh
# The core's tests on the other Pythons it promises, where they are there: sh tools/pythons.sh UV
set -e
uv=$1
core="tests/vocabulary tests/approvals tests/poker tests/rounds tests/games tests/golden tests/fu_bacc tests/acey_deucey_21
tests/lucky_break tests/blackjack/test_hands.py tests/blackjack/test_dealing.py tests/paigow/test_hands.py
tests/edge/test_answers.py tests/simulate/test_run.py tests/repository/test_library.py"
for version in 3.12 3.13; do
    python=$(command -v "python$version" 2>/dev/null || true)
    if [ -z "$python" ] || ! "$python" -c "" 2>/dev/null; then
        python=$(ls -d "$HOME"/.pyenv/versions/"$version".*/bin/python 2>/dev/null | tail -n 1)
    fi
    if [ -z "$python" ]; then
        echo "no Python $version here: nothing was run on it"
        continue
    fi
    here=".cache/python$version"
    "$uv" venv --quiet --allow-existing --python "$python" "$here"
    "$uv" pip install --quiet --python "$here/bin/python" -c lock.txt -c lock-dev.txt -e ".[room,postgres,paper]" pytest hypothesis polars
    echo "Python $("$here/bin/python" -c 'import platform; print(platform.python_version())'):"
    "$here/bin/python" -m pytest -q -p no:cacheprovider -m "not long and not browser and not postgres" $core
done
