#!/bin/sh
# The main job, on real documents: research the example corpus offline, print the report, prove it again.
# Usage: demo.sh [FOLDER OF THE INDAGATE PROGRAM]
set -eu
bin=${1:-.venv/bin}
here=$(dirname "$0")
INDAGATE_HOME=${INDAGATE_HOME:-$here/../.indagate}
export INDAGATE_HOME
question="What does it cost to install a heat pump in an existing house in Lindental, what subsidy is there, and how loud may it be at night?"
echo "\$ indagate research \"$question\" --corpus examples/heat-pumps --yes"
"$bin/indagate" research "$question" --corpus "$here/heat-pumps" --yes
run=$("$bin/indagate" runs --json | "$bin/python" -c 'import json, sys; print(json.load(sys.stdin)[-1]["name"])')
echo
cat "$INDAGATE_HOME/runs/$run/report.md"
echo
echo "\$ indagate verify $run"
"$bin/indagate" verify "$run"
