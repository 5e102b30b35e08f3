#!/usr/bin/env bash
# A whole fleet of Nollie on one machine, from Debian's programs: etcd, a PostgreSQL pair under Patroni, HAProxy,
# PgBouncer, NATS, two web servers and two workers. Nothing is installed and nothing outside FOLDER is written.
#   deploy/fleet.sh FOLDER up                brings all of it up, in an empty folder or one of an earlier run
#   deploy/fleet.sh FOLDER down              stops all of it; the data stay
#   deploy/fleet.sh FOLDER status            one line a program
#   deploy/fleet.sh FOLDER start|stop|kill NAME   one program; kill is -9
# FLEET_PORT (5800) is the port people use; the programs listen at the hundred ports above it, on this machine only.
set -euo pipefail

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
[ $# -ge 2 ] || usage
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
COMMAND=$2
NAME=${3:-}
ROOT=$(cd "$(dirname "$0")/.." && pwd)
PORT=${FLEET_PORT:-5800}
PROGRAMS='etcd database-a database-b haproxy pgbouncer nats web-1 web-2 worker-1 worker-2'

say() { printf '%s\n' "$*"; }
give_up() { say "The fleet: $*" >&2; exit 1; }
port() { say $((PORT + $1)); }

# PostgreSQL refuses to run as root.
as_database_user() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups env HOME="$FOLDER" "$@"; else "$@"; fi
}

# The first port of each program; a program with two has the next one too.
port_of() {
  case $1 in
    etcd) port 1 ;; database-a) port 11 ;; database-b) port 21 ;; haproxy) port 31 ;; pgbouncer) port 41 ;; nats) port 51 ;;
    web-1) port 71 ;; web-2) port 72 ;; worker-1) port 81 ;; worker-2) port 82 ;; *) give_up "no program has the name $1" ;;
  esac
}

need_programs() {
  local missing=''
  for program in etcd patroni haproxy pgbouncer nats-server psql; do
    command -v "$program" > /dev/null || missing="$missing $program"
  done
  POSTGRES=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
  [ -n "$POSTGRES" ] || missing="$missing postgres"
  [ -z "$missing" ] || give_up "not found:$missing.
  apt-get install --no-install-recommends postgresql patroni python3-etcd etcd-server haproxy pgbouncer nats-server"
}

# --- what an empty folder needs ---------------------------------------------------------------------------------------

secret_of() {
  local file=$FOLDER/secrets/$1
  [ -s "$file" ] || (umask 077 && head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$file")
  cat "$file"
}

patroni_settings() {
  local name=$1 first
  first=$(port_of "$1")
  cat << END
scope: nollie
name: $name
restapi: {listen: '127.0.0.1:$first', connect_address: '127.0.0.1:$first'}
etcd3: {hosts: '127.0.0.1:$(port_of etcd)'}
log: {level: WARNING}
bootstrap:
  dcs:
    # A dead primary is replaced after ttl at the latest; the loop renews its claim several times before.
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    # A replica that lost more than nothing never becomes the primary: what was acknowledged stays.
    synchronous_mode: true
    maximum_lag_on_failover: 1048576
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 120, wal_keep_size: 128MB, hot_standby_feedback: 'on', shared_buffers: 128MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
postgresql:
  listen: 127.0.0.1:$((first + 1))
  connect_address: 127.0.0.1:$((first + 1))
  data_dir: $FOLDER/$name
  bin_dir: $POSTGRES
  pgpass: $FOLDER/$name.pgpass
  parameters: {unix_socket_directories: ''}
  authentication:
    superuser: {username: postgres, password: $(secret_of postgres)}
    replication: {username: replicator, password: $(secret_of replicator)}
    rewind: {username: rewind, password: $(secret_of rewind)}
  pg_hba: ['host replication replicator 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
END
}

haproxy_settings() {
  local limits='check inter 500ms fastinter 200ms fall 2 rise 1'
  cat << END
global
  maxconn 4000
defaults
  timeout connect 2s
  # Streams of live events are quiet for up to half a minute.
  timeout client 90s
  timeout server 90s
listen primary
  mode tcp
  bind 127.0.0.1:$(port 31)
  option httpchk GET /primary
  # Connections to a primary that no longer is one end, so that nobody writes to it.
  default-server $limits on-marked-down shutdown-sessions
  server database-a 127.0.0.1:$(port 12) port $(port 11)
  server database-b 127.0.0.1:$(port 22) port $(port 21)
listen replicas
  mode tcp
  bind 127.0.0.1:$(port 32)
  option httpchk GET /replica
  default-server $limits on-marked-down shutdown-sessions
  server database-a 127.0.0.1:$(port 12) port $(port 11)
  server database-b 127.0.0.1:$(port 22) port $(port 21)
frontend people
  mode http
  bind 127.0.0.1:$PORT
  option forwardfor
  default_backend ready
  # With the database away no server is ready; then they say so themselves, and files still come.
  use_backend live if { nbsrv(ready) eq 0 }
backend ready
  mode http
  option httpchk GET /api/health/ready
  # A request that reached nobody goes to the other server.
  option redispatch
  retry-on conn-failure
  default-server $limits
  server web-1 127.0.0.1:$(port_of web-1)
  server web-2 127.0.0.1:$(port_of web-2)
backend live
  mode http
  option httpchk GET /api/health/live
  default-server $limits
  server web-1 127.0.0.1:$(port_of web-1)
  server web-2 127.0.0.1:$(port_of web-2)
END
}

pgbouncer_settings() {
  cat << END
[databases]
nollie = host=127.0.0.1 port=$(port 31) dbname=nollie
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $(port_of pgbouncer)
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $FOLDER/settings/pgbouncer.users
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_login_retry = 1
END
}

write_settings() {
  local password
  mkdir -p "$FOLDER"/{settings,secrets,run,log,data}
  chmod 700 "$FOLDER/secrets" "$FOLDER/settings"
  password=$(secret_of nollie)
  for name in database-a database-b; do patroni_settings $name > "$FOLDER/settings/$name.yml"; done
  haproxy_settings > "$FOLDER/settings/haproxy.cfg"
  pgbouncer_settings > "$FOLDER/settings/pgbouncer.ini"
  say "\"nollie\" \"$password\"" > "$FOLDER/settings/pgbouncer.users"
  # The rest belongs to whoever runs the databases.
  if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$FOLDER"/{settings,log,run} && chown postgres "$FOLDER"; fi
}

# --- one program ------------------------------------------------------------------------------------------------------

pid_of() { cat "$FOLDER/run/$1.pid" 2> /dev/null || say 0; }
is_running() { local pid; pid=$(pid_of "$1"); [ "$pid" != 0 ] && kill -0 "$pid" 2> /dev/null; }

# In the background, apart from this terminal, with its output in log/NAME.
launch() {
  local name=$1
  shift
  (cd "$ROOT" && exec setsid "$@" >> "$FOLDER/log/$name" 2>&1 < /dev/null) &
  say $! > "$FOLDER/run/$name.pid"
}

start_nollie() {
  local name=$1 node=$ROOT/node_modules/.bin/node flags
  flags=$("$node" -p "import('$ROOT/scripts/lib/server-process.mjs').then((m) => console.log(m.SERVER_FLAGS.join(' '))), ''")
  # shellcheck disable=SC2086
  launch "$name" env NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=127.0.0.1 PORT="$(port_of "$name")" \
    PUBLIC_URL="http://localhost:$PORT" TRUST_PROXY=127.0.0.1 SECRET="$(secret_of server)" DATA_DIR="$FOLDER/data" \
    DATABASE_URL="postgresql://nollie:$(secret_of nollie)@127.0.0.1:$(port_of pgbouncer)/nollie" \
    DATABASE_DIRECT_URL="postgresql://nollie:$(secret_of nollie)@127.0.0.1:$(port 31)/nollie" \
    DATABASE_REPLICA_URL="postgresql://nollie:$(secret_of nollie)@127.0.0.1:$(port 32)/nollie" \
    NATS_URL="nats://127.0.0.1:$(port_of nats)" \
    "$node" $flags apps/server/src/main.ts --role "${name%-*}"
}

start_one() {
  local name=$1
  is_running "$name" && return
  case $name in
    etcd)
      launch etcd etcd --name etcd --data-dir "$FOLDER/etcd" --log-level warn \
        --listen-client-urls "http://127.0.0.1:$(port 1)" --advertise-client-urls "http://127.0.0.1:$(port 1)" \
        --listen-peer-urls "http://127.0.0.1:$(port 2)" --initial-advertise-peer-urls "http://127.0.0.1:$(port 2)" \
        --initial-cluster "etcd=http://127.0.0.1:$(port 2)" ;;
    database-*) launch_as_database_user "$name" patroni "$FOLDER/settings/$name.yml" ;;
    haproxy) launch haproxy haproxy -db -f "$FOLDER/settings/haproxy.cfg" ;;
    pgbouncer) launch_as_database_user pgbouncer pgbouncer "$FOLDER/settings/pgbouncer.ini" ;;
    nats) launch nats nats-server --addr 127.0.0.1 --port "$(port_of nats)" ;;
    web-* | worker-*) start_nollie "$name" ;;
  esac
}

launch_as_database_user() {
  local name=$1
  shift
  if [ "$(id -u)" = 0 ]; then
    launch "$name" setpriv --reuid=postgres --regid=postgres --init-groups env HOME="$FOLDER" "$@"
  else launch "$name" "$@"; fi
}

# TERM, and after half a minute KILL.
stop_one() {
  local name=$1 pid
  is_running "$name" || return 0
  pid=$(pid_of "$name")
  kill "$pid"
  for _ in $(seq 300); do kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
  kill -9 "$pid" 2> /dev/null || true
  rm -f "$FOLDER/run/$name.pid"
}

# With a database Patroni and its PostgreSQL die, as they do when a machine does.
kill_one() {
  local name=$1 server
  is_running "$name" || return 0
  kill -9 "$(pid_of "$name")"
  server=$(head -n 1 "$FOLDER/$name/postmaster.pid" 2> /dev/null || true)
  case $name in database-*) [ -z "$server" ] || kill -9 "$server" 2> /dev/null || true ;; esac
  rm -f "$FOLDER/run/$name.pid"
}

# --- all of them ------------------------------------------------------------------------------------------------------

# wait_for SECONDS WHAT COMMAND...
wait_for() {
  local seconds=$1 what=$2
  shift 2
  for _ in $(seq $((seconds * 5))); do "$@" > /dev/null 2>&1 && return; sleep 0.2; done
  give_up "$what did not come within $seconds seconds; see $FOLDER/log"
}
answers() { curl --silent --fail --max-time 2 "http://127.0.0.1:$1"; }
sql() { PGPASSWORD=$(secret_of postgres) psql -X -q -t -A -h 127.0.0.1 -p "$(port 31)" -U postgres -v ON_ERROR_STOP=1 "$@"; }

make_database() {
  [ -n "$(sql -c "select 1 from pg_database where datname = 'nollie'")" ] && return
  sql -c "create role nollie login password '$(secret_of nollie)'"
  sql -c 'create database nollie owner nollie'
}

up() {
  need_programs
  [ -s "$ROOT/apps/web/dist/index.html" ] || give_up 'the web client is not built: run npm start once, and stop it'
  write_settings
  start_one etcd
  wait_for 20 etcd answers "$(port 1)/health"
  start_one database-a
  start_one haproxy
  wait_for 60 'the primary' answers "$(port_of database-a)/primary" || true
  start_one database-b
  wait_for 60 'the primary behind HAProxy' sql -c 'select 1'
  make_database
  start_one pgbouncer
  start_one nats
  wait_for 90 'the replica' replica_is_there
  # One after the other: the first brings the tables.
  for name in web-1 web-2 worker-1 worker-2; do
    start_one $name
    wait_for 60 "$name" answers "$(port_of $name)/api/health/ready"
  done
  wait_for 20 'the balancer' answers "$PORT/api/health/ready"
  say "The fleet is up: http://localhost:$PORT"
}

replica_is_there() {
  answers "$(port_of database-a)/replica" || answers "$(port_of database-b)/replica"
}

case $COMMAND in
  up) up ;;
  down) for name in $(say "$PROGRAMS" | tr ' ' '\n' | tac); do stop_one "$name"; done ;;
  status) for name in $PROGRAMS; do is_running "$name" && say "$name runs, pid $(pid_of "$name")" || say "$name is stopped"; done ;;
  start | stop | kill)
    port_of "$NAME" > /dev/null
    need_programs
    "${COMMAND}_one" "$NAME" ;;
  *) usage ;;
esac
