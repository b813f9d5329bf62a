#!/usr/bin/env bash
# What the action of action.yml runs: annotations to standard output, SARIF to a file, coverage to the summary of the job.
# LAYOUT_LENS is the command; PATHS, INCLUDE, BASELINE and SARIF are the action's inputs.
set -euo pipefail

read -ra command <<<"$LAYOUT_LENS"
read -ra paths <<<"$PATHS"
read -ra folders <<<"${INCLUDE:-}"
include=()
for folder in "${folders[@]}"; do include+=(--include "$folder"); done
known=()
[ -z "${BASELINE:-}" ] || known=(--baseline "$BASELINE")

status=0
"${command[@]}" check "${paths[@]}" "${include[@]}" "${known[@]}" --format github || status=$?
"${command[@]}" check "${paths[@]}" "${include[@]}" "${known[@]}" --format sarif >"$SARIF" || true
echo "sarif=$SARIF" >>"${GITHUB_OUTPUT:-/dev/null}"
{
  echo '### Layout Lens'
  echo '```text'
  "${command[@]}" stats "${paths[@]}" "${include[@]}" | head -n 40
  echo '```'
} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$status"
