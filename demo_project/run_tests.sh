#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Run the tests of every part whose tools are installed.
#
# Usage: ./run_tests.sh [PART...]      (all of them without an argument)
#
# Everything that is built goes to a temporary folder, so the tree stays clean.

set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD
readonly root
out=$(mktemp -d)
readonly out
trap 'rm -rf "$out"' EXIT

# Tell whether all of the given programs are installed.
have() {
  local program
  for program in "$@"; do
    if ! command -v "$program" >/dev/null; then
      echo "skipped: no $program"
      return 1
    fi
  done
}

test_native() {
  have cmake cc c++ python3 || return 0
  python3 firmware/make_crc8_table.py | cmp - firmware/crc8_table.h
  cmake -S . -B "$out/native"
  cmake --build "$out/native"
  ctest --test-dir "$out/native" --output-on-failure
}

test_decoder() {
  have cargo || return 0
  CARGO_TARGET_DIR="$out/cargo" cargo test --locked --manifest-path decoder/Cargo.toml
}

test_gateway() {
  have go || return 0
  (cd gateway && go vet ./... && go test ./...)
}

test_archive() {
  have python3 || return 0
  if ! python3 -c 'import pytest' 2>/dev/null; then
    echo "skipped: no pytest"
    return 0
  fi
  (cd archive && PYTHONDONTWRITEBYTECODE=1 python3 -m pytest -p no:cacheprovider)
}

test_web() {
  have node || return 0
  node --test web/test/frame.test.js
  have web/node_modules/.bin/tsc || return 0
  # The compiled tests need the package.json beside them to be ES modules.
  mkdir -p "$out/web"
  cp web/package.json "$out/web"
  web/node_modules/.bin/tsc -p web --outDir "$out/web/build"
  node --test "$out/web/build/test/gauge.test.js"
}

test_notifier() {
  have javac java || return 0
  javac -Xlint:all -d "$out/java" notifier/src/windrose/*.java notifier/test/windrose/*.java
  java -cp "$out/java" windrose.NotifierTest data/vectors.txt
}

main() {
  local part
  if [[ $# -eq 0 ]]; then
    set -- native decoder gateway archive web notifier
  fi
  for part in "$@"; do
    if ! declare -F "test_$part" >/dev/null; then
      echo "$root has no part called $part" >&2
      exit 2
    fi
    echo "== $part"
    "test_$part"
  done
  echo "== done"
}

main "$@"
