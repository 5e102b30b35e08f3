#!/bin/sh
# Unpacks Debian's pgbouncer, nats-server and OpenStack Swift into deploy/.programs, without installing them and without
# root. The tests of pools, live events and files, and the fleet, look there, and on the PATH. Needs Debian or Ubuntu.
set -eu
cd "$(dirname "$0")"
folder=$PWD/.programs
swift='python3-swift python3-eventlet python3-greenlet python3-dnspython python3-monotonic python3-netifaces python3-pastedeploy
  python3-pyeclib python3-xattr python3-six python3-pkg-resources python3-lxml python3-requests liberasurecode1
  python3-cryptography python3-cffi-backend python3-urllib3 python3-chardet python3-charset-normalizer python3-idna
  python3-certifi libxml2 libxslt1.1 libicu72'
mkdir -p "$folder/packages" "$folder/bin"
# shellcheck disable=SC2086
(cd "$folder/packages" && apt-get -q download pgbouncer libc-ares2 libevent-2.1-7 nats-server $swift)
for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root"; done
libraries=$(dirname "$(find "$folder/root" -name 'libcares.so.2' | head -n 1)")
for program in pgbouncer nats-server; do
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' \
    "$libraries" "$(find "$folder/root" -type f -name "$program" -path '*bin/*')" > "$folder/bin/$program"
  chmod 755 "$folder/bin/$program"
  "$folder/bin/$program" --version | head -n 1
done
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s PYTHONPATH=%s exec /usr/bin/python3 %s "$@"\n' \
  "$libraries" "$folder/root/usr/lib/python3/dist-packages" "$PWD/swift-s3.py" > "$folder/bin/swift-s3"
chmod 755 "$folder/bin/swift-s3"
"$folder/bin/swift-s3" --version
