# shellcheck shell=bash
# The settings of the fleet's programs, on one machine (fleet.sh) and in containers (fleet-program.sh). The script that
# sources this defines at NAME (a program's host:port), listen NAME (the address it binds), and secret_of NAME. It also
# sets FOLDER, POSTGRES (the folder with PostgreSQL's programs), and NETWORK (which can access the databases).

host_of() { local at; at=$(at "$1"); say "${at%:*}"; }
port_at() { local at; at=$(at "$1"); say "${at##*:}"; }

# patroni_settings NAME
patroni_settings() {
  local name=$1
  cat << END
scope: nollie
name: $name
restapi: {listen: '$(listen "$name-api")', connect_address: '$(at "$name-api")'}
etcd3: {hosts: '$(at etcd)'}
log: {level: WARNING}
bootstrap:
  dcs:
    # A dead primary is replaced after at most ttl seconds. The primary renews its lease in each loop.
    # ttl >= loop_wait + 2 x retry_timeout (README.md, "Failover"). Patroni 3.2 and newer raise ttl to 20.
    ttl: 7
    loop_wait: 1
    retry_timeout: 3
    # If only PostgreSQL dies, the replica takes over immediately instead of waiting for its recovery (300 s by default).
    primary_start_timeout: 0
    # If etcd is down, the primary continues as long as the replica agrees.
    failsafe_mode: true
    # Only a replica with all acknowledged writes can become the primary, so that none are lost.
    synchronous_mode: true
    maximum_lag_on_failover: 1048576
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 120, wal_keep_size: 128MB, hot_standby_feedback: 'on', shared_buffers: 128MB}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
postgresql:
  listen: $(listen "$name")
  connect_address: $(at "$name")
  data_dir: '$FOLDER/$name'
  bin_dir: $POSTGRES
  pgpass: '$FOLDER/$name.pgpass'
  # A replica's copy starts immediately, because a spread checkpoint would take minutes.
  basebackup: [{checkpoint: fast}]
  parameters: {unix_socket_directories: ''}
  authentication:
    superuser: {username: postgres, password: $(secret_of postgres)}
    replication: {username: replicator, password: $(secret_of replicator)}
    rewind: {username: rewind, password: $(secret_of rewind)}
  pg_hba: ['host replication replicator $NETWORK scram-sha-256', 'host all all $NETWORK scram-sha-256']
END
}

database_servers() {
  for name in database-a database-b; do say "  server $name $(at $name) port $(port_at "$name-api")"; done
}
web_servers() { for name in web-1 web-2; do say "  server $name $(at $name)"; done; }

haproxy_settings() {
  local limits='check inter 500ms fastinter 200ms fall 2 rise 1' names=''
  # Containers' addresses change while HAProxy runs, and some containers start after it.
  if [ -n "${RESOLVE:-}" ]; then names='init-addr none resolvers names'; limits="$limits $names"; fi
  cat << END
global
  maxconn 4000
${RESOLVE:-}
defaults
  timeout connect 2s
  # A slow server isn't dead.
  timeout check 3s
  # Live event streams may be idle for up to half a minute.
  timeout client 90s
  timeout server 90s
listen primary
  mode tcp
  bind $(listen primary)
  # Patroni answers OPTIONS in one line. Closing the connection while it sends more would fill its log with errors.
  option httpchk OPTIONS /primary
  # Closes connections to a demoted primary, so that no one writes to it.
  default-server $limits on-marked-down shutdown-sessions
$(database_servers)
listen replicas
  mode tcp
  bind $(listen replicas)
  option httpchk OPTIONS /replica
  default-server $limits on-marked-down shutdown-sessions
$(database_servers)
frontend people
  mode http
  bind $(listen people)
  option forwardfor
  default_backend ready
  # If the database is down, no server is ready. Live servers then respond with the error, and still serve files.
  use_backend live if { nbsrv(ready) eq 0 }
backend ready
  mode http
  option httpchk GET /api/health/ready
  # Retries a request on the other server if the connection fails.
  option redispatch
  retry-on conn-failure
  default-server $limits
$(web_servers)
# Has no health checks: any server that accepts the connection may respond.
backend live
  mode http
  option redispatch
  retry-on conn-failure
  ${names:+default-server $names}
$(web_servers)
END
}

# pgbouncer_settings FILE_OF_USERS
pgbouncer_settings() {
  cat << END
[databases]
nollie = host=$(host_of primary) port=$(port_at primary) dbname=nollie
[pgbouncer]
listen_addr = $(listen pgbouncer | cut -d : -f 1)
listen_port = $(port_at pgbouncer)
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $1
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
# Without a primary, waiting clients get an error after four seconds, and PgBouncer tries to connect five times a second.
query_wait_timeout = 4
server_login_retry = 0.2
server_connect_timeout = 3
END
}

# write_settings FOLDER PROGRAM...: writes the programs' settings, each with only the passwords that it needs.
write_settings() {
  local into=$1
  shift
  mkdir -p "$into"
  for name in "$@"; do
    case $name in
      database-*) patroni_settings "$name" > "$into/$name.yml" ;;
      haproxy) haproxy_settings > "$into/haproxy.cfg" ;;
      pgbouncer)
        say "\"nollie\" \"$(secret_of nollie)\"" > "$into/pgbouncer.users"
        pgbouncer_settings "$into/pgbouncer.users" > "$into/pgbouncer.ini" ;;
    esac
  done
}

# ask_for_primary HOST PORT: whether there's a database that accepts writes, within three seconds. Uses PGPASSWORD.
ask_for_primary() {
  [ "$(PGCONNECT_TIMEOUT=3 timeout 5 psql -X -q -t -A -h "$1" -p "$2" -U nollie -d nollie -c 'select not pg_is_in_recovery()')" = t ]
}

# make_database COMMAND...: creates the role and the database; COMMAND runs psql as the superuser.
make_database() {
  if [ -n "$("$@" -c "select 1 from pg_database where datname = 'nollie'")" ]; then return; fi
  "$@" -c "create role nollie login password '$(secret_of nollie)'"
  "$@" -c 'create database nollie owner nollie'
}
