#!/usr/bin/env bash
# Makes what the fleet must not share with anybody, as files: deploy/fleet-secrets.sh FOLDER HOST
# FOLDER gets a random password for each program, and nollie.env, the settings of Nollie that name them, for
# compose.fleet.yml and kubernetes/ alike. What is there already stays as it is.
set -euo pipefail
[ $# = 2 ] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
FOLDER=$1
# Containers of other users read the files; nobody else enters the folder.
mkdir -p "$FOLDER"
chmod 700 "$FOLDER"
for name in postgres replicator rewind nollie s3 server; do
  [ -s "$FOLDER/$name" ] || head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n' > "$FOLDER/$name"
  chmod 444 "$FOLDER/$name"
done
url() { printf 'postgresql://nollie:%s@%s/nollie' "$(cat "$FOLDER/nollie")" "$1"; }
[ -s "$FOLDER/nollie.env" ] || cat > "$FOLDER/nollie.env" << END
PUBLIC_URL=https://$2
SECRET=$(cat "$FOLDER/server")
DATABASE_URL=$(url pgbouncer:6432)
DATABASE_DIRECT_URL=$(url haproxy:5000)
DATABASE_REPLICA_URL=$(url haproxy:5001)
# The network of these containers is theirs alone. Between machines it must be one that is encrypted by itself.
UNENCRYPTED_HOSTS=pgbouncer,haproxy,nats,s3
NATS_URL=nats://nats:4222
MEDIA_STORE=s3
S3_ENDPOINT=http://s3:8333
S3_BUCKET=nollie
S3_ACCESS_KEY_ID=nollie:server
S3_SECRET_ACCESS_KEY=$(cat "$FOLDER/s3")
# Your mail server; without it nobody can sign up, for no server here has a disk.
SMTP_URL=smtps://user:password@mail.example:465
END
chmod 444 "$FOLDER/nollie.env"
