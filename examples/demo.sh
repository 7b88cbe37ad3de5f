#!/bin/sh
# The main job, on real documents: research the example corpus offline, print the report, prove it again.
# Usage: demo.sh [FOLDER OF THE INDAGATE PROGRAM]
set -eu
bin=${1:-.venv/bin}
here=$(dirname "$0")
INDAGATE_HOME=${INDAGATE_HOME:-$(cd "$here/.." && pwd)/.indagate}
export INDAGATE_HOME
question="What does it cost to install a heat pump in an existing house in Lindental, what subsidy is there, and how loud may it be at night?"
echo "\$ indagate research \"$question\" --corpus examples/heat-pumps --yes"
"$bin/indagate" research "$question" --corpus "$here/heat-pumps" --yes
report=$("$bin/indagate" show last --json | "$bin/python" -c 'import json, sys; print(json.load(sys.stdin)["report"])')
echo
cat "$report"
echo
echo "\$ indagate verify last"
"$bin/indagate" verify last
