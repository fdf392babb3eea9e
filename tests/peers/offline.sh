#!/usr/bin/env bash
# offline.sh COMMAND...: runs it where only the loopback device exists. Exit 77 says why it cannot.
if ! unshare -n true 2>/dev/null; then
  echo "SKIPPED: a network namespace cannot be made here (it needs root); third-party servers are not run without one"
  exit 77
fi
exec unshare -n -- bash -c 'ip link set lo up 2>/dev/null || { echo "SKIPPED: ip(8) is missing (package iproute2)"; exit 77; }; exec "$@"' _ "$@"
