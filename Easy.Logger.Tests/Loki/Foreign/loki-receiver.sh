#!/usr/bin/env bash
# What receiver.py needs: other people's Snappy, protobuf and gRPC, for a second opinion about what we send.
#   loki-receiver.sh install   Debian's Python and its packages, unless they are there; needs root or sudo
#   loki-receiver.sh check     fails with the reason when the receiver cannot run here
#   loki-receiver.sh run       runs it until its input ends
set -euo pipefail

# Debian's own, whatever Python the PATH has: only that one finds Debian's packages.
python=/usr/bin/python3

have() { [ -x "$python" ] && "$python" -c 'import google.protobuf, grpc, snappy' 2>/dev/null; }

check() { have || { echo "Python's snappy, protobuf and grpcio are not installed; '$0 install' does it on Debian."; exit 1; }; }

install() {
  if have; then return; fi
  command -v apt-get >/dev/null || { echo "Python's packages can only be installed with apt-get." >&2; exit 1; }
  local root=()
  if [ "$(id -u)" -ne 0 ]; then root=(sudo); fi
  apt() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 "$@"; }
  apt update
  apt install -y --no-install-recommends python3 python3-snappy python3-protobuf python3-grpcio >/dev/null
}

run() { exec "$python" "$(dirname "$0")/receiver.py"; }

case ${1:-} in
  install | check | run) "$1" ;;
  *) echo "usage: $0 install | check | run" >&2; exit 1 ;;
esac
