#!/usr/bin/env bash
# A PostgreSQL server of a test's own: data in a folder, loopback only, a free port, gone with the folder.
#   postgres.sh install                      Debian's server, unless there is one; needs root or sudo
#   postgres.sh check                        fails with the reason when no server can be started here
#   postgres.sh start FOLDER                 starts or restarts, always on the same port; prints the connection string
#   postgres.sh stop FOLDER [immediate]      immediate is what a crash looks like to the clients
#   postgres.sh pause FOLDER, resume FOLDER  a server that has its connections open and answers nothing
set -euo pipefail

fail() { echo "$*" >&2; exit 1; }

# Debian keeps the server's programs out of the PATH, one folder per version.
bin() {
  local found
  found=$(command -v initdb || ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -V | tail -1)
  [ -n "$found" ] && dirname "$(readlink -f "$found")"
}

# The server refuses to run as root; Debian's package brings a user for it.
as_server() {
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

check() {
  bin >/dev/null || fail "No PostgreSQL server is installed; '$0 install' does it on Debian."
  if [ "$(id -u)" -eq 0 ]; then
    id -u postgres >/dev/null 2>&1 && command -v runuser >/dev/null \
      || fail "PostgreSQL refuses to run as root, and there is no user 'postgres' to run it as."
  fi
}

install() {
  if bin >/dev/null; then return; fi
  command -v apt-get >/dev/null || fail "PostgreSQL can only be installed with apt-get."
  local root=()
  if [ "$(id -u)" -ne 0 ]; then root=(sudo); fi
  apt() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 "$@"; }
  apt update
  apt install -y --no-install-recommends postgresql-common >/dev/null
  # The tests start servers of their own; the package shall not.
  "${root[@]}" sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  apt install -y --no-install-recommends postgresql >/dev/null
}

# Outside the range that the system hands out to clients, so that nobody takes it while the server is down.
free_port() {
  local port
  while port=$((20000 + RANDOM % 10000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
  echo "$port"
}

start() {
  local folder=$1
  if [ ! -d "$folder/data" ]; then
    if [ "$(id -u)" -eq 0 ]; then chown postgres "$folder"; fi
    as_server "$(bin)/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null
    free_port >"$folder/port"
  fi

  local port
  port=$(cat "$folder/port")
  # What a machine's crash would cost does not matter here; that of the server alone is survived without fsync too.
  as_server "$(bin)/pg_ctl" start --pgdata="$folder/data" --log="$folder/server.log" --wait --silent \
    -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c shared_buffers=16MB -c max_connections=20" \
    </dev/null \
    || { cat "$folder/server.log" >&2; exit 1; }
  echo "Host=127.0.0.1;Port=$port;Username=postgres;Database=postgres;Pooling=false"
}

stop() { as_server "$(bin)/pg_ctl" stop --pgdata="$1/data" --mode="${2:-fast}" --wait --silent; }

# The postmaster and the processes that serve its connections.
signal() {
  local postmaster
  postmaster=$(head -1 "$2/data/postmaster.pid")
  # shellcheck disable=SC2046 # one argument per process
  kill -s "$1" "$postmaster" $(cat "/proc/$postmaster/task/$postmaster/children")
}

command=${1:-}
shift || true
if [ $# -gt 0 ]; then
  # The server's user may not enter the folder that this was called from.
  set -- "$(realpath "$1")" "${@:2}"
  cd /
fi

case $command in
  install | check) "$command" ;;
  start | stop) "$command" "$@" ;;
  pause) signal STOP "$1" ;;
  resume) signal CONT "$1" ;;
  *) fail "usage: $0 install | check | start FOLDER | stop FOLDER [immediate] | pause FOLDER | resume FOLDER" ;;
esac
