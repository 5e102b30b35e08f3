#!/usr/bin/env bash
# An entire Nollie fleet on one machine, with Debian's programs: etcd, two PostgreSQL servers with Patroni, HAProxy,
# PgBouncer, NATS, Swift, two web servers and two workers. Works from any clone and in any folder. Writes nothing
# outside of them, except that root installs missing Debian packages.
#   deploy/fleet.sh FOLDER up                starts everything, in an empty folder or one from an earlier run
#   deploy/fleet.sh FOLDER down              stops everything, and fails if a process is left; the data stays
#   deploy/fleet.sh FOLDER status            prints one line per program
#   deploy/fleet.sh FOLDER env               prints the settings that commands and journeys need, as NAME=value
#   deploy/fleet.sh FOLDER start|stop|kill NAME   one program with all its processes; kill is -9
# FLEET_PORT (5800) is the port for people. The programs use the hundred ports above it, on this machine only. Other
# settings for Nollie (.env.example) can be in FOLDER/nollie.env.
set -euo pipefail

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 2; }
[ $# -ge 2 ] || usage
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd -P)
COMMAND=$2
NAME=${3:-}
ROOT=$(cd "$(dirname "$0")/.." && pwd -P)
PORT=${FLEET_PORT:-5800}
PROGRAMS='etcd database-a database-b haproxy pgbouncer nats s3 mail web-1 web-2 worker-1 worker-2'
NODE=$ROOT/node_modules/.bin/node
# Prefers programs that deploy/programs.sh unpacked.
PATH=$ROOT/deploy/.programs/bin:$PATH:/usr/sbin
# shellcheck source=deploy/fleet-settings.sh
. "$ROOT/deploy/fleet-settings.sh"
# shellcheck source=deploy/fleet-processes.sh
. "$ROOT/deploy/fleet-processes.sh"
# shellcheck source=deploy/fleet-checks.sh
. "$ROOT/deploy/fleet-checks.sh"

port() { say $((PORT + $1)); }

# Prints a program's first port. Patroni's port is the one before its database's.
port_of() {
  case $1 in
    people) port 0 ;; etcd) port 1 ;; database-a-api) port 11 ;; database-a) port 12 ;; database-b-api) port 21 ;;
    database-b) port 22 ;; primary | haproxy) port 31 ;; replicas) port 32 ;; pgbouncer) port 41 ;; nats) port 51 ;; s3) port 61 ;;
    mail) port 66 ;; web-1) port 71 ;; web-2) port 72 ;; worker-1) port 81 ;; worker-2) port 82 ;;
    *) give_up "no program has the name $1" ;;
  esac
}
at() { say "127.0.0.1:$(port_of "$1")"; }
listen() { at "$1"; }
# shellcheck disable=SC2034
NETWORK=127.0.0.1/32

# --- what an empty folder needs ---------------------------------------------------------------------------------------

secret_of() {
  local file=$FOLDER/secrets/$1
  [ -s "$file" ] || (umask 077 && head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$file")
  cat "$file"
}

prepare_folder() {
  mkdir -p "$FOLDER"/{settings,secrets,run,log,read-only}
  chmod 700 "$FOLDER/secrets" "$FOLDER/settings"
  chmod 555 "$FOLDER/read-only"
  [ -s "$FOLDER/id" ] || head -c 12 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$FOLDER/id"
  # shellcheck disable=SC2086
  write_settings "$FOLDER/settings" $PROGRAMS
  # PostgreSQL refuses to run as root, so its user gets the files that it reads and writes.
  if [ "$(id -u)" = 0 ]; then
    chown -R postgres:postgres "$FOLDER"/{settings,log,run}
    chown postgres "$FOLDER"
    # An earlier run, at another path or by an ordinary user, may have left files with other owners.
    for name in database-a database-b; do [ ! -d "$FOLDER/$name" ] || chown -R postgres:postgres "$FOLDER/$name"; done
  fi
}

# --- one program ------------------------------------------------------------------------------------------------------

database_url() { say "postgresql://nollie:$(secret_of nollie)@127.0.0.1:$1/nollie"; }

# Prints the settings for web servers and workers, except PORT. They store nothing on disk: files go to the S3 store,
# and emails to the mail server.
nollie_settings() {
  printf '%s\n' NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=127.0.0.1 PUBLIC_URL="http://localhost:$PORT" TRUST_PROXY=127.0.0.1 \
    SECRET="$(secret_of server)" DATA_DIR="$FOLDER/read-only" \
    DATABASE_URL="$(database_url "$(port_of pgbouncer)")" DATABASE_DIRECT_URL="$(database_url "$(port 31)")" \
    DATABASE_REPLICA_URL="$(database_url "$(port 32)")" NATS_URL="nats://127.0.0.1:$(port_of nats)" \
    SMTP_URL="smtp://127.0.0.1:$(port_of mail)" MEDIA_STORE=s3 S3_ENDPOINT="http://127.0.0.1:$(port_of s3)" S3_BUCKET=nollie \
    S3_ACCESS_KEY_ID=nollie:server S3_SECRET_ACCESS_KEY="$(secret_of s3)"
  grep -v -e '^#' -e '^$' "$FOLDER/nollie.env" 2> /dev/null || true
}

# Runs a server with a data folder that isn't writable. Even root is limited: it can read the clone, but has no other
# special rights over files.
start_nollie() {
  local name=$1 flags limited='' settings
  # shellcheck disable=SC2016
  flags=$("$NODE" -e 'import(require("node:url").pathToFileURL(process.argv[1])).then((m) => console.log(m.SERVER_FLAGS.join(" ")))' \
    "$ROOT/scripts/lib/server-process.mjs")
  mapfile -t settings < <(nollie_settings)
  if [ "$(id -u)" = 0 ]; then
    limited='setpriv --no-new-privs --bounding-set=-all --inh-caps=-all'
    if has_capability 2; then limited=${limited/=-all/=-all,+dac_read_search}; fi
  fi
  # shellcheck disable=SC2086
  launch "$name" $limited env "${settings[@]}" PORT="$(port_of "$name")" \
    "$NODE" $flags "$ROOT/apps/server/src/main.ts" --role "${name%-*}"
}

start_s3() {
  local program=$ROOT/deploy/swift-s3.py
  if command -v swift-s3 > /dev/null; then program=swift-s3; fi
  mkdir -p "$FOLDER/s3"
  rm -f "$FOLDER/s3/ready"
  launch s3 env S3_ACCESS_KEY_ID=nollie:server S3_SECRET_ACCESS_KEY="$(secret_of s3)" "$program" "$FOLDER/s3" "$(port_of s3)"
}

start_one() {
  local name=$1
  is_running "$name" && return
  # Processes that a dead program left behind may occupy its ports.
  kill_one "$name"
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
    s3) start_s3 ;;
    mail) launch mail "$NODE" "$ROOT/deploy/mailbox.mjs" "$(port_of mail)" "$FOLDER/mails/outbox" ;;
    web-* | worker-*) start_nollie "$name" ;;
  esac
}

launch_as_database_user() {
  local name=$1
  shift
  if [ "$(id -u)" = 0 ]; then
    # shellcheck disable=SC2046
    launch "$name" setpriv --reuid=postgres --regid=postgres --init-groups $(print_grant) env HOME="$FOLDER" "$@"
  else launch "$name" "$@"; fi
}

# --- whether each is ready --------------------------------------------------------------------------------------------

answers() { curl --silent --fail --noproxy '*' --max-time 2 "http://127.0.0.1:$1"; }
# Prints the first bytes that a program sends to a new connection.
print_greeting() {
  # shellcheck disable=SC2016
  timeout 2 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1"; head -c 4 <&3' greeting "$(port_of "$1")"
}
sql() { PGPASSWORD=$(secret_of postgres) psql -X -q -t -A -h 127.0.0.1 -p "$(port 31)" -U postgres -v ON_ERROR_STOP=1 "$@"; }
has_primary() { sql -c 'select 1'; }
# Only a synchronous replica can replace a dead primary.
has_replica() { answers "$(port_of database-a-api)/sync" || answers "$(port_of database-b-api)/sync"; }

is_ready() {
  case $1 in
    etcd) answers "$(port_of etcd)/health" ;;
    database-*) answers "$(port_of "$1-api")/health" ;;
    haproxy) is_taken "$(port_of haproxy)" && is_taken "$PORT" ;;
    pgbouncer) PGPASSWORD=$(secret_of nollie) ask_for_primary 127.0.0.1 "$(port_of pgbouncer)" ;;
    nats) [ "$(print_greeting nats)" = INFO ] ;;
    s3) [ -e "$FOLDER/s3/ready" ] ;;
    mail) [ "$(print_greeting mail)" = '220 ' ] ;;
    web-* | worker-*) answers "$(port_of "$1")/api/health/ready" ;;
  esac
}
# The timeout is long, because other programs may occupy this machine. If a program ends, it's reported immediately.
wait_for() { for name in "$@"; do wait_until_ready 180 "$name" is_ready "$name"; done; }

# --- all of them ------------------------------------------------------------------------------------------------------

up() {
  check_before_start
  prepare_folder
  for name in etcd haproxy nats mail; do start_one "$name"; done
  wait_for etcd haproxy
  # In an empty folder, the first one creates the database; later, either may be the primary.
  start_one database-a
  if [ ! -e "$FOLDER/database-b" ]; then wait_for database-a; fi
  start_one database-b
  start_one s3
  wait_until_ready 180 database-a has_primary
  make_database sql
  start_one pgbouncer
  wait_for pgbouncer database-a database-b
  wait_until_ready 180 database-b has_replica
  wait_for nats s3 mail
  # The first server creates the tables.
  start_one web-1
  wait_for web-1
  for name in web-2 worker-1 worker-2; do start_one "$name"; done
  wait_for web-2 worker-1 worker-2
  wait_until_ready 60 haproxy answers "$PORT/api/health/ready"
  say "The fleet is up: http://localhost:$PORT"
}

# Stops all programs. Fails if any process is left.
down() {
  local failed=0
  for name in $(say "$PROGRAMS" | tr ' ' '\n' | tac); do stop_one "$name" || failed=1; done
  for name in $PROGRAMS; do [ -z "$(print_pids "$name")" ] || failed=1; done
  [ "$failed" = 0 ] || give_up "not everything ended. Run this as the user who started it."
}

case $COMMAND in
  up) up ;;
  down) down ;;
  status) for name in $PROGRAMS; do if is_running "$name"; then say "$name runs, pid $(print_pid "$name")"; else say "$name is stopped"; fi; done ;;
  env)
    say "NOLLIE_URL=http://localhost:$PORT"
    say "NOLLIE_DATA_DIR=$FOLDER/mails"
    nollie_settings ;;
  start | stop | kill)
    port_of "$NAME" > /dev/null
    need_programs
    "${COMMAND}_one" "$NAME" ;;
  *) usage ;;
esac
