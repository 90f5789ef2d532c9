#!/usr/bin/env bash
# Builds the shop.
#
# usage() { not a function; }

set -euo pipefail

readonly VERSION=1.0
readonly lower_but_readonly="x"
declare -r TABLE=3 ANOTHER
declare -A MAP=([a]=1)
export PATH_TO_SHOP=/opt/shop
NAMES=(a b)
UPPER="$(date)"
lower=2
UPPER+=more
MAP[b]=2
alias ll='ls -l'

source ./lib/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib/log.sh" --quiet
[[ -f .env ]] && . .env
source <(generate completion)

# Says hello.
# In two lines.
hello() {
  local name=$1
  INNER=1
  inner() {
    echo "not_a_function() { :; }"
  }
  inner
}

function with_keyword {
  source "$LIB/late.sh"
}

function both_forms() (
  cd /tmp
)

function dashed-name.with_dot {
  cat <<EOF
in_heredoc() {
source nowhere.sh
EOF
}

ns::method() { :; } # trailing

if [ -n "${CI:-}" ]; then
  conditional() { return 0; }
  CONDITIONAL=1
fi

COMMAND_ONLY=1 make all
hello "$@"
