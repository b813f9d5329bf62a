#!/usr/bin/env bash
# What the action of action.yml runs: annotations to standard output, SARIF to a file, coverage to the summary of the job.
# LAYOUT_LENS is the command; PATHS, INCLUDE, BASELINE, SARIF, JOBS and CACHE are the action's inputs.
# An array without words is an unset variable to the bash of macOS: there is one, and it has some.
set -euo pipefail
# Words are cut at spaces, and a star in them is a star.
set -f

searched=($PATHS)
for folder in ${INCLUDE:-}; do searched+=(--include "$folder"); done
# The second report is that of the first one's findings.
checked=("${searched[@]}" --cache "${CACHE:-$(mktemp -d)}")
[ -z "${BASELINE:-}" ] || checked+=(--baseline "$BASELINE")
[ -z "${JOBS:-}" ] || checked+=(--jobs "$JOBS")

status=0
$LAYOUT_LENS check "${checked[@]}" --format github || status=$?
$LAYOUT_LENS check "${checked[@]}" --format sarif >"$SARIF" 2>/dev/null || true
# A command line that is wrong has said so, and writes no log.
[ -s "$SARIF" ] || exit "$status"
echo "sarif=$SARIF" >>"${GITHUB_OUTPUT:-/dev/null}"
{
  echo '### Layout Lens'
  echo '```text'
  # What cannot be read has been told.
  { $LAYOUT_LENS stats "${searched[@]}" 2>/dev/null || true; } | head -n 40
  echo '```'
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$status"
