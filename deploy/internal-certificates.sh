#!/bin/sh
# Creates a certificate for connections between internal programs: internal-certificates.sh NAME FOLDER TRUSTED [OWNER]
# Writes key.pem and certificate.pem for the server NAME to FOLDER, and ca.pem, which verifies them, to TRUSTED. Deletes
# the CA's key immediately, so ca.pem will never match another certificate. Doesn't change existing files.
set -eu
[ $# -ge 3 ] || { sed -n '2,4s/^# //p' "$0"; exit 2; }
NAME=$1 FOLDER=$2 TRUSTED=$3 OWNER=${4:-}
[ -s "$FOLDER/key.pem" ] && [ -s "$FOLDER/certificate.pem" ] && [ -s "$TRUSTED/ca.pem" ] && exit 0
umask 077
mkdir -p "$FOLDER" "$TRUSTED"
BESIDE=$(mktemp -d)
trap 'rm -rf "$BESIDE"' EXIT
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
key "$BESIDE/ca-key.pem"
openssl req -x509 -new -key "$BESIDE/ca-key.pem" -sha256 -days 3650 -subj "/CN=Nollie inside" -out "$BESIDE/ca.pem" \
  -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign'
key "$BESIDE/key.pem"
openssl req -new -key "$BESIDE/key.pem" -subj "/CN=$NAME" -out "$BESIDE/request.pem"
printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\n' "$NAME" > "$BESIDE/extensions"
openssl x509 -req -in "$BESIDE/request.pem" -CA "$BESIDE/ca.pem" -CAkey "$BESIDE/ca-key.pem" -CAcreateserial \
  -sha256 -days 3650 -extfile "$BESIDE/extensions" -out "$BESIDE/certificate.pem" 2> /dev/null
cat "$BESIDE/key.pem" > "$FOLDER/key.pem"
cat "$BESIDE/certificate.pem" > "$FOLDER/certificate.pem"
cat "$BESIDE/ca.pem" > "$TRUSTED/ca.pem"
chmod 755 "$FOLDER" "$TRUSTED"
chmod 444 "$FOLDER/certificate.pem" "$TRUSTED/ca.pem"
chmod 400 "$FOLDER/key.pem"
[ -z "$OWNER" ] || chown "$OWNER" "$FOLDER/key.pem"
