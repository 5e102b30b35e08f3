#!/usr/bin/env bash
# Creates the fleet's secrets as files: deploy/fleet-secrets.sh FOLDER HOST
# Writes a random password for each program to FOLDER, and nollie.env with Nollie's settings that contain them, for
# compose.fleet.yml and kubernetes/. Doesn't change existing files.
set -euo pipefail
[ $# = 2 ] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
FOLDER=$1
# The files are readable by containers with other users, but no other user of this machine can enter the folder.
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
# Only these containers use their network. Between machines, the network itself must be encrypted.
UNENCRYPTED_HOSTS=pgbouncer,haproxy,nats,s3
NATS_URL=nats://nats:4222
MEDIA_STORE=s3
S3_ENDPOINT=http://s3:8333
S3_BUCKET=nollie
S3_ACCESS_KEY_ID=nollie:server
S3_SECRET_ACCESS_KEY=$(cat "$FOLDER/s3")
# Your mail server. Without it, no one can sign up, because these servers have no disk to store emails.
SMTP_URL=smtps://user:password@mail.example:465
END
chmod 444 "$FOLDER/nollie.env"
