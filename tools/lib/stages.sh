# shellcheck shell=bash
# Runs checks one after the other, times them and sums up. To be sourced after checks.sh.

stages_passed=0
stages_failed=0
stages_skipped=0
stages_table=""

# stage TITLE COMMAND...: in a subshell under set -e; a failure is counted and the next stage runs.
stage() {
  local title=$1 began=$SECONDS status outcome
  shift
  printf '\n=== %s\n' "$title"
  # Not `|| status=$?`: bash then ignores set -e in everything below.
  set +e
  (
    set -euo pipefail
    "$@"
  )
  status=$?
  set -e
  case $status in
    0) outcome=passed stages_passed=$((stages_passed + 1)) ;;
    77) outcome=skipped stages_skipped=$((stages_skipped + 1)) ;;
    *) outcome=FAILED stages_failed=$((stages_failed + 1)) ;;
  esac
  printf '=== %s: %s in %d s\n' "$title" "$outcome" $((SECONDS - began))
  stages_table+=$(printf '%6d s  %-8s %s' $((SECONDS - began)) "$outcome" "$title")$'\n'
}

# sum_up LOG: the table of stages and the verdict of ctest in LOG; fails where a stage did.
sum_up() {
  printf '\n%s%6d s  in all\n' "$stages_table" "$SECONDS"
  printf 'stages: %d passed, %d failed, %d skipped\n' $stages_passed $stages_failed $stages_skipped
  sed -nE 's/^.*, ([0-9]+) tests failed out of ([0-9]+)$/\1 \2/p' "$1" |
    awk '{ printf "tests: %d passed, %d failed\n", $2 - $1, $1 }'
  [[ $stages_failed -eq 0 ]]
}
