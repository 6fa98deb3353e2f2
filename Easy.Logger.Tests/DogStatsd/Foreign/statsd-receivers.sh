#!/usr/bin/env bash
# Two StatsD servers that other people wrote, for a second opinion about what we send: npm's statsd, the original, and netdata.
#   statsd-receivers.sh install                 Debian's Node.js, npm and netdata, and npm's statsd, unless they are there; the packages
#                                               of Debian need root or sudo
#   statsd-receivers.sh check [statsd|netdata]  fails with the reason when it, or one of them, cannot run here
#   statsd-receivers.sh run statsd              runs it until its input ends; see statsd-config.js
#   statsd-receivers.sh run netdata FOLDER      the same, with its web API at FOLDER/api.sock
# Both take datagrams on a free port of 127.0.0.1 and print it first: udp=PORT.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
version=0.9.0
# Of all clones, outside of them: a clean one has nothing to install.
statsd=${XDG_CACHE_HOME:-${HOME:?}/.cache}/easy-logger/statsd-$version
package=$statsd/node_modules/statsd

fail() { echo "$*" >&2; exit 1; }

have() { command -v "$1" >/dev/null; }

# Outside the PATH of those who are not root.
netdata_path() { command -v netdata || { [ -x /usr/sbin/netdata ] && echo /usr/sbin/netdata; }; }

check() {
  if [ "${1:-statsd}" = statsd ]; then
    have node || fail "Node.js is not installed; '$0 install' does it on Debian."
    [ -f "$package/stats.js" ] || fail "npm's statsd $version is not installed; '$0 install' does it."
  fi
  if [ "${1:-netdata}" = netdata ]; then
    netdata_path >/dev/null || fail "netdata is not installed; '$0 install' does it on Debian."
  fi
}

# As root, without questions and not for ever.
root=()
if [ "$(id -u)" -ne 0 ]; then root=(sudo -n); fi
apt() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive timeout 600 \
    apt-get -qq -o Acquire::Retries=3 -o Acquire::http::Timeout=30 -o DPkg::Lock::Timeout=120 "$@" </dev/null
}

install_from_debian() {
  have apt-get || fail "$* can only be installed with apt-get."
  apt update
  apt install -y --no-install-recommends "$@" >/dev/null
}

# What is optional is for syslog, Windows and a proxy; its scripts compile.
install_statsd() {
  local missing=()
  have node || missing+=(nodejs)
  have npm || [ -f "$package/stats.js" ] || missing+=(npm)
  if [ ${#missing[@]} -gt 0 ]; then install_from_debian "${missing[@]}"; fi
  if [ -f "$package/stats.js" ]; then return; fi
  mkdir -p "$(dirname "$statsd")"
  local new
  new=$(mktemp -d "$statsd.XXXXXX")
  timeout 300 npm install --prefix "$new" --omit=optional --ignore-scripts --no-audit --no-fund --no-update-notifier \
    --loglevel=error "statsd@$version" \
    </dev/null >/dev/null || { rm -rf "$new"; fail "npm could not install statsd $version."; }
  # Whole or not at all, whoever else installs it.
  mv -T "$new" "$statsd" 2>/dev/null || { rm -rf "$new"; [ -f "$package/stats.js" ] || fail "$statsd is in the way."; }
}

# Without the service that its package brings: it would watch the whole machine.
install_netdata() {
  if netdata_path >/dev/null; then return; fi
  local policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | "${root[@]}" tee $policy >/dev/null
    "${root[@]}" chmod +x $policy
    # shellcheck disable=SC2064 # as it is now
    trap "${root[*]} rm -f $policy" EXIT
  fi
  install_from_debian netdata-core
  "${root[@]}" update-rc.d netdata disable >/dev/null 2>&1 || true
}

install() {
  install_statsd
  install_netdata
}

run_statsd() { exec node --require "$here/statsd-missing.js" "$package/stats.js" "$here/statsd-config.js"; }

# Nothing but statsd and the API; nothing of it outside the folder, nothing sent to anybody.
netdata_config() {
  cat <<END
[global]
  run as user = $(id -un)
  process scheduling policy = keep
  OOM score = keep
[directories]
  config = $1
  stock config = $1
  log = $1
  cache = $1/cache
  lib = $1/lib
  home = $1
  web = $1
  lock = $1/lock
  plugins = $1
  registry = $1/registry
[logs]
  debug = none
  error = stderr
  access = none
  health = none
  # All of them.
  errors flood protection period = 0
[db]
  mode = ram
  retention = 600
[ml]
  enabled = no
[health]
  enabled = no
[registry]
  enabled = no
[web]
  bind to = unix:$1/api.sock
  web server threads = 1
[plugins]
  timex = no
  idlejitter = no
  tc = no
  diskspace = no
  proc = no
  cgroups = no
  enable running new plugins = no
  check for new plugins every = 86400
  statsd = yes
  netdata monitoring = yes
[statsd]
  bind to = udp:127.0.0.1:0
  update every (flushInterval) = 1
  add dimension for number of events received = yes
  # What came last shall be there to be read, not what has not come since.
  gaps on sets (deleteSets) = yes
  gaps on timers (deleteTimers) = yes
  gaps on histograms (deleteHistograms) = yes
END
}

# The port of the one datagram socket of a process.
udp_port() {
  local sockets
  sockets=$(ls -l "/proc/$1/fd" 2>/dev/null | sed -n 's/.*socket:\[\([0-9]*\)\]$/\1/p')
  awk -v sockets="$sockets" \
    'BEGIN { split(sockets, s); for (i in s) own[s[i]] } $10 in own { split($2, a, ":"); print a[2]; exit }' /proc/net/udp
}

run_netdata() {
  local folder port=
  folder=$(realpath "${1:?a folder}")
  netdata_config "$folder" >"$folder/netdata.conf"
  # A reader that it has not seen yet gets what changed in this time, in seconds.
  printf '[prometheus:exporter]\n  update every = 86400\n' >"$folder/exporting.conf"
  mkdir -p "$folder/lib" "$folder/cache" "$folder/lock" "$folder/registry"
  touch "$folder/.opt-out-from-anonymous-statistics"
  cd "$folder"
  DO_NOT_TRACK=1 NETDATA_DISABLE_CLOUD=1 "$(netdata_path)" -D -c "$folder/netdata.conf" </dev/null &
  local server=$!
  { cat >/dev/null; kill "$server"; } <&0 >/dev/null 2>&1 &
  while kill -0 "$server" 2>/dev/null && [ -z "$port" ]; do
    sleep 0.05
    port=$(udp_port "$server")
  done
  if [ -n "$port" ]; then echo "udp=$((16#$port))"; fi
  wait "$server"
}

command=${1:-}
shift || true
case $command in
  install | check) "$command" "$@" ;;
  run)
    receiver=${1:-}
    shift || true
    case $receiver in statsd | netdata) "run_$receiver" "$@" ;; *) fail "run statsd or netdata FOLDER" ;; esac ;;
  *) fail "usage: $0 install | check [statsd|netdata] | run statsd | run netdata FOLDER" ;;
esac
