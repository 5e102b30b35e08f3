#!/usr/bin/env bash
# Runs one of the fleet's programs in a separate container (compose.fleet.yml), after writing its settings.
#   fleet-program.sh etcd|database-a|database-b|haproxy|pgbouncer|nats|s3|make-database
#   fleet-program.sh settings FOLDER         only writes all programs' settings
#   fleet-program.sh check-pgbouncer         for probes: whether PgBouncer leads to a primary that accepts writes
# PRIMARY (haproxy:5000) is the database that PgBouncer leads to. Secrets are files in /run/secrets, data is in /data,
# and settings are written to /tmp, which may be in memory.
set -euo pipefail
NAME=$1
say() { printf '%s\n' "$*"; }
HERE=$(cd "$(dirname "$0")" && pwd)
SECRETS=${SECRETS:-/run/secrets}
# shellcheck source=deploy/fleet-settings.sh
. "$HERE/fleet-settings.sh"

# The host name of each program is its service's name, and its port is the usual one.
at() {
  case $1 in
    people) say haproxy:8080 ;; primary) say "${PRIMARY:-haproxy:5000}" ;; replicas) say haproxy:5001 ;; etcd) say etcd:2379 ;;
    *-api) say "${1%-api}:8008" ;; database-*) say "$1:5432" ;; pgbouncer) say pgbouncer:6432 ;; nats) say nats:4222 ;;
    s3) say s3:8333 ;; web-*) say "$1:3000" ;; *) say "no program has the name $1" >&2; return 1 ;;
  esac
}
listen() { say "0.0.0.0:$(port_at "$1")"; }
secret_of() { cat "$SECRETS/$1"; }
FOLDER=/data
POSTGRES=/usr/lib/postgresql/15/bin
# Only containers on the same networks can access the databases.
NETWORK=samenet
# shellcheck disable=SC2034
RESOLVE='resolvers names
  parse-resolv-conf
  hold valid 2s'

umask 077
SETTINGS=/tmp/settings
write_settings "$SETTINGS" "$NAME"

case $NAME in
  settings) write_settings "$2" database-a database-b haproxy pgbouncer ;;
  etcd)
    exec etcd --name etcd --data-dir /data/etcd --log-level warn \
      --listen-client-urls "http://$(listen etcd)" --advertise-client-urls "http://$(at etcd)" ;;
  database-*) export HOME=/tmp; exec patroni "$SETTINGS/$NAME.yml" ;;
  haproxy) exec haproxy -db -f "$SETTINGS/haproxy.cfg" ;;
  pgbouncer) exec pgbouncer "$SETTINGS/pgbouncer.ini" ;;
  nats)
    # With several servers, NATS_ROUTES lists all members of the cluster, including this one.
    cluster=()
    if [ -n "${NATS_ROUTES:-}" ]; then cluster=(--cluster_name nollie --cluster nats://0.0.0.0:6222 --routes "$NATS_ROUTES"); fi
    exec nats-server --name "$(hostname)" --addr 0.0.0.0 --port "$(port_at nats)" --http_port 8222 "${cluster[@]}" ;;
  s3)
    S3_ACCESS_KEY_ID=nollie:server S3_SECRET_ACCESS_KEY=$(secret_of s3)
    export S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY S3_BIND=0.0.0.0
    mkdir -p /data/s3
    exec python3 "$HERE/swift-s3.py" /data/s3 "$(port_at s3)" ;;
  check-pgbouncer)
    PGPASSWORD=$(secret_of nollie)
    export PGPASSWORD
    ask_for_primary 127.0.0.1 "$(port_at pgbouncer)" ;;
  make-database)
    PGPASSWORD=$(secret_of postgres)
    export PGPASSWORD
    sql() { psql -X -q -t -A -h "$(host_of primary)" -p "$(port_at primary)" -U postgres -v ON_ERROR_STOP=1 "$@"; }
    for _ in $(seq 120); do if sql -c 'select 1' > /dev/null 2>&1; then break; fi; sleep 1; done
    make_database sql ;;
  *) say "no program has the name $NAME" >&2; exit 2 ;;
esac
