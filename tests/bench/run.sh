#!/usr/bin/env bash
# run.sh BUILD [lists|calls|schema|trace|startup|window|tracewindow]...: prints figures; ratios against other implementations where they are installed.
# Machines are noisy: what is compared runs in one go, and the ratio is what counts.
set -euo pipefail
build=$(cd "$1" && pwd); shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=$build/bin
peers=${ASSAYER_PEERS:-}
say() { printf '\n== %s\n' "$*"; }

bench_lists() {
  say "lists: walks of the demo server's tools, ms"
  "$bin/assayer-cli" bench list tools --repeat 50 --json --demo || [ $? = 1 ]
  if command -v node >/dev/null; then
    say "lists: generated tools, beside the floor and the TypeScript client"
    node "$here/lists/compare.mjs" "$bin" "$peers"
  else
    say "lists: node is not installed (./dev test installs it): no comparison"
  fi
}

bench_calls() {
  say "calls: echo of the demo server, with a trace file, beside the TypeScript client"
  bash "$here/calls/compare.sh" "$bin" "$peers"
}

bench_schema() {
  if command -v node >/dev/null && [ -d "$peers/node_modules/ajv" ]; then
    say "schema: beside ajv"
    node "$here/schema/compare.mjs" "$bin/assayer-cli" --ajv "$peers"
  else
    say "schema: ajv is not installed (./dev test installs it where npm is); ours alone is timed by: assayer-cli bench schema SCHEMA DOCUMENT"
  fi
}

bench_trace() {
  say "trace: recording, filters, export, opening"
  "$bin/bench_trace"
}

bench_startup() {
  say "start-up: assayer-cli list tools against the demo server, wall seconds of ten runs"
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    /usr/bin/env bash -c 'TIMEFORMAT=%R; time "$0" list tools --demo >/dev/null 2>&1 || true' "$bin/assayer-cli" 2>&1
  done | sort -n | tr '\n' ' '
  echo
  say "start-up: the window's first picture, beside an empty Qt window"
  on_display "$bin/bench_startup" "$bin/assayer" --demo
}

bench_window() {
  say "window: 10,000 tools in one answer, longest stalls of the event loop (bar: 50 ms)"
  on_display "$bin/bench_window" 10000
}

bench_tracewindow() {
  say "trace in the window: 1,000,000 records; jumps (bar: 8 ms), stalls while opening and filtering"
  on_display "$bin/bench_tracewindow" 1000000
}

on_display() { # COMMAND...: on the display there is, else on one of its own, else offscreen
  if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then "$@"
  elif command -v xvfb-run >/dev/null; then xvfb-run -a "$@"
  else say "no display and no xvfb-run (apt: xvfb xauth): drawn offscreen"; QT_QPA_PLATFORM=offscreen "$@"; fi
}

[ $# -gt 0 ] || set -- lists calls schema trace startup window tracewindow
for name in "$@"; do
  declare -F "bench_$name" >/dev/null || { echo "There is no benchmark '$name'" >&2; exit 2; }
  "bench_$name"
done
