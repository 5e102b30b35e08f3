#!/bin/sh
# Debian's programs for the fleet, and for tests of pools, live events, and files. Requires Debian or Ubuntu.
#   deploy/programs.sh             unpacks PgBouncer, NATS and OpenStack Swift into deploy/.programs, without installing them
#                                  and without root; the tests and the fleet look there and on the PATH
#   deploy/programs.sh install     installs all programs of the fleet, as root; starts none of their services
set -eu
cd "$(dirname "$0")"

install_programs() {
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    # Debian starts a package's services unless this policy forbids it.
    printf '#!/bin/sh\nexit 101\n' > $policy
    chmod 755 $policy
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q update
  apt-get -q install -y --no-install-recommends \
    curl etcd-server haproxy nats-server patroni pgbouncer postgresql python3-etcd python3-swift
}
case ${1:-} in install) install_programs; exit ;; esac

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

# write_program NAME COMMAND: writes a program that finds its files relative to itself, so that the clone can be moved.
# COMMAND refers to its folder as $here.
write_program() {
  # shellcheck disable=SC2016
  printf '#!/bin/sh\nhere=$(dirname "$(dirname "$(readlink -f "$0")")")\nexport LD_LIBRARY_PATH="$here%s"\n%s "$@"\n' \
    "${libraries#"$folder"}" "$2" > "$folder/bin/$1"
  chmod 755 "$folder/bin/$1"
  "$folder/bin/$1" --version | head -n 1
}
for program in pgbouncer nats-server; do
  path=$(find "$folder/root" -type f -name "$program" -path '*bin/*')
  write_program "$program" "exec \"\$here${path#"$folder"}\""
done
# shellcheck disable=SC2016
write_program swift-s3 'export PYTHONPATH="$here/root/usr/lib/python3/dist-packages"
exec /usr/bin/python3 "$(dirname "$here")/swift-s3.py"'
