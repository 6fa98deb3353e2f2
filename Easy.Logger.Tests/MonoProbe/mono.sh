#!/usr/bin/env bash
# Mono, which runs programs of .NET Framework where there is none.
#   mono.sh install   Debian's runtime and the libraries that the probe needs, unless they are there; needs root or sudo
#   mono.sh check     fails with the reason when there is no Mono
set -euo pipefail

check() { command -v mono >/dev/null || { echo "Mono is not installed; '$0 install' does it on Debian."; exit 1; }; }

install() {
  if command -v mono >/dev/null && [ -d /usr/lib/mono/gac/System.Web ]; then return; fi
  command -v apt-get >/dev/null || { echo "Mono can only be installed with apt-get." >&2; exit 1; }
  local root=()
  if [ "$(id -u)" -ne 0 ]; then root=(sudo); fi
  apt() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 "$@"; }
  apt update
  apt install -y --no-install-recommends mono-runtime \
    libmono-system4.0-cil libmono-system-core4.0-cil libmono-system-web4.0-cil >/dev/null
}

case ${1:-} in
  install | check) "$1" ;;
  *) echo "usage: $0 install | check" >&2; exit 1 ;;
esac
