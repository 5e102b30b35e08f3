#!/usr/bin/env bash
# A whole fleet of Nollie on one machine, from Debian's programs: etcd, a PostgreSQL pair under Patroni, HAProxy, PgBouncer,
# NATS, Swift, two web servers and two workers. Nothing is installed and nothing outside FOLDER is written.
#   deploy/fleet.sh FOLDER up                brings all of it up, in an empty folder or one of an earlier run
#   deploy/fleet.sh FOLDER down              stops all of it; the data stay
#   deploy/fleet.sh FOLDER status            one line a program
#   deploy/fleet.sh FOLDER env               what commands and journeys need to reach it, one NAME=value a line
#   deploy/fleet.sh FOLDER start|stop|kill NAME   one program; kill is -9
# FLEET_PORT (5800) is the port people use; the programs listen at the hundred ports above it, on this machine only. Settings
# of Nollie beside these (.env.example) are taken from FOLDER/nollie.env, if that is there.
set -euo pipefail

usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
[ $# -ge 2 ] || usage
mkdir -p "$1"
FOLDER=$(cd "$1" && pwd)
COMMAND=$2
NAME=${3:-}
ROOT=$(cd "$(dirname "$0")/.." && pwd)
PORT=${FLEET_PORT:-5800}
PROGRAMS='etcd database-a database-b haproxy pgbouncer nats s3 mail web-1 web-2 worker-1 worker-2'
NODE=$ROOT/node_modules/.bin/node
# What deploy/programs.sh unpacked comes first.
PATH=$ROOT/deploy/.programs/bin:$PATH:/usr/sbin
# shellcheck source=deploy/fleet-settings.sh
. "$ROOT/deploy/fleet-settings.sh"

say() { printf '%s\n' "$*"; }
give_up() { say "The fleet: $*" >&2; exit 1; }
port() { say $((PORT + $1)); }

# The first port of each program; Patroni's is the one before its database's.
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

# Swift, unpacked by deploy/programs.sh or installed; else s3rver from npm stands in, which does not check signatures.
swift() {
  if command -v swift-s3 > /dev/null; then say swift-s3; return; fi
  if [ -d /usr/lib/python3/dist-packages/swift ]; then say "$ROOT/deploy/swift-s3.py"; fi
}

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
  # shellcheck disable=SC2086
  write_settings "$FOLDER/settings" $PROGRAMS
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

database_url() { say "postgresql://nollie:$(secret_of nollie)@127.0.0.1:$1/nollie"; }

# NAME=value of every setting of a web server or worker but its PORT. Nothing is on a disk: files are in the store, mails leave.
nollie_settings() {
  say NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=127.0.0.1 PUBLIC_URL="http://localhost:$PORT" TRUST_PROXY=127.0.0.1 \
    SECRET="$(secret_of server)" DATA_DIR="$FOLDER/read-only" \
    DATABASE_URL="$(database_url "$(port_of pgbouncer)")" DATABASE_DIRECT_URL="$(database_url "$(port 31)")" \
    DATABASE_REPLICA_URL="$(database_url "$(port 32)")" NATS_URL="nats://127.0.0.1:$(port_of nats)" \
    SMTP_URL="smtp://127.0.0.1:$(port_of mail)" MEDIA_STORE=s3 S3_ENDPOINT="http://127.0.0.1:$(port_of s3)" S3_BUCKET=nollie \
    S3_ACCESS_KEY_ID="$(s3_key)" S3_SECRET_ACCESS_KEY="$(s3_secret)" | tr ' ' '\n'
  grep -v -e '^#' -e '^$' "$FOLDER/nollie.env" 2> /dev/null || true
}
s3_key() { if [ -n "$(swift)" ]; then say nollie:server; else say S3RVER; fi; }
s3_secret() { if [ -n "$(swift)" ]; then secret_of s3; else say S3RVER; fi; }

# Its folder cannot be written, not even by root: it runs without root's rights over files.
start_nollie() {
  local name=$1 flags limited='' settings
  flags=$("$NODE" -p "import('$ROOT/scripts/lib/server-process.mjs').then((m) => console.log(m.SERVER_FLAGS.join(' '))), ''")
  mapfile -t settings < <(nollie_settings)
  if [ "$(id -u)" = 0 ]; then limited='setpriv --no-new-privs --bounding-set=-all --inh-caps=-all'; fi
  # shellcheck disable=SC2086
  launch "$name" $limited env "${settings[@]}" PORT="$(port_of "$name")" \
    "$NODE" $flags apps/server/src/main.ts --role "${name%-*}"
}

start_s3() {
  local program
  program=$(swift)
  mkdir -p "$FOLDER/s3"
  if [ -n "$program" ]; then
    launch s3 env S3_ACCESS_KEY_ID="$(s3_key)" S3_SECRET_ACCESS_KEY="$(s3_secret)" "$program" "$FOLDER/s3" "$(port_of s3)"
  else
    say 'The fleet: no OpenStack Swift here (deploy/programs.sh unpacks it); s3rver stands in for it.'
    launch s3 "$NODE" "$ROOT/node_modules/s3rver/bin/s3rver.js" --address 127.0.0.1 --port "$(port_of s3)" \
      --directory "$FOLDER/s3" --configure-bucket nollie --silent
  fi
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
    s3) start_s3 ;;
    mail) launch mail "$NODE" "$ROOT/deploy/mailbox.mjs" "$(port_of mail)" "$FOLDER/mails/outbox" ;;
    web-* | worker-*) start_nollie "$name" ;;
  esac
}

# PostgreSQL refuses to run as root.
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
  # Each program leads a group of its own, with all its children.
  kill -9 -- "-$(pid_of "$name")"
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

up() {
  need_programs
  [ -s "$ROOT/apps/web/dist/index.html" ] || give_up 'the web client is not built: run npm start once, and stop it'
  prepare_folder
  start_one etcd
  wait_for 20 etcd answers "$(port 1)/health"
  start_one database-a
  start_one haproxy
  wait_for 60 'the primary' answers "$(port_of database-a-api)/primary" || true
  start_one database-b
  wait_for 60 'the primary behind HAProxy' sql -c 'select 1'
  make_database sql
  start_one pgbouncer
  start_one nats
  start_one s3
  start_one mail
  wait_for 90 'the replica' replica_is_there
  wait_for 60 'the store' s3_is_there
  # One after the other: the first brings the tables.
  for name in web-1 web-2 worker-1 worker-2; do
    start_one $name
    wait_for 60 "$name" answers "$(port_of $name)/api/health/ready"
  done
  wait_for 20 'the balancer' answers "$PORT/api/health/ready"
  say "The fleet is up: http://localhost:$PORT"
}

# Either says no without a signature; Swift only after its bucket is made.
s3_is_there() { [ -z "$(swift)" ] && curl --silent "http://127.0.0.1:$(port_of s3)" || [ -e "$FOLDER/s3/ready" ]; }

replica_is_there() {
  answers "$(port_of database-a-api)/replica" || answers "$(port_of database-b-api)/replica"
}

case $COMMAND in
  up) up ;;
  down) for name in $(say "$PROGRAMS" | tr ' ' '\n' | tac); do stop_one "$name"; done ;;
  status) for name in $PROGRAMS; do is_running "$name" && say "$name runs, pid $(pid_of "$name")" || say "$name is stopped"; done ;;
  env)
    say "NOLLIE_URL=http://localhost:$PORT" "NOLLIE_DATA_DIR=$FOLDER/mails" | tr ' ' '\n'
    nollie_settings ;;
  start | stop | kill)
    port_of "$NAME" > /dev/null
    need_programs
    "${COMMAND}_one" "$NAME" ;;
  *) usage ;;
esac
