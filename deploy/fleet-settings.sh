# shellcheck shell=bash
# The settings of the fleet's programs, as deploy/fleet.sh writes them. Those of a real fleet begin with these.

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
