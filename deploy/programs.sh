#!/bin/sh
# Unpacks Debian's pgbouncer and nats-server into deploy/.programs, without installing them and without root. The tests of
# pools and live events look there, and on the PATH. Needs Debian or Ubuntu.
set -eu
cd "$(dirname "$0")"
folder=$PWD/.programs
mkdir -p "$folder/packages" "$folder/bin"
(cd "$folder/packages" && apt-get -q download pgbouncer libc-ares2 libevent-2.1-7 nats-server)
for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
libraries=$(dirname "$(find "$folder/root" -name 'libcares.so.2' | head -n 1)")
for program in pgbouncer nats-server; do
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' \
    "$libraries" "$(find "$folder/root" -type f -name "$program" -path '*bin/*')" > "$folder/bin/$program"
  chmod 755 "$folder/bin/$program"
  "$folder/bin/$program" --version | head -n 1
done
