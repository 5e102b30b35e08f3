# shellcheck shell=bash
# The checks and installations that deploy/fleet.sh runs before it starts the first program, to report foreseeable
# errors early. Sourced by fleet.sh, which sets FOLDER, ROOT, PORT, PROGRAMS and NODE.

# Prints the names of programs that aren't installed.
print_missing() {
  for program in etcd patroni haproxy pgbouncer nats-server psql curl; do
    command -v "$program" > /dev/null || say "$program"
  done
  /usr/bin/python3 -c 'import etcd' 2> /dev/null || say python3-etcd
  [ -n "$(find_postgres)" ] || say postgresql
  command -v swift-s3 > /dev/null || [ -d /usr/lib/python3/dist-packages/swift ] || say python3-swift
}

# Prints the folder with PostgreSQL's programs, in the version that created FOLDER's databases, or else the newest one.
find_postgres() {
  local version='*'
  if [ -s "$FOLDER/database-a/PG_VERSION" ]; then version=$(cat "$FOLDER/database-a/PG_VERSION"); fi
  find /usr/lib/postgresql -path "*/$version/bin/postgres" 2> /dev/null | sort -V | tail -n 1 | sed 's|/postgres$||'
}

need_programs() {
  local missing
  missing=$(print_missing | tr '\n' ' ')
  if [ -n "$missing" ]; then
    [ "$(id -u)" = 0 ] || give_up "not installed: $missing
  sudo '$ROOT/deploy/programs.sh' install"
    say "The fleet: installing $missing"
    "$ROOT/deploy/programs.sh" install > "$FOLDER/install.log" 2>&1 || { tail -n 15 "$FOLDER/install.log" >&2; give_up "couldn't install $missing"; }
    missing=$(print_missing | tr '\n' ' ')
    [ -z "$missing" ] || give_up "still not found after the installation: $missing"
  fi
  # shellcheck disable=SC2034
  POSTGRES=$(find_postgres)
}

# has_capability NUMBER: whether programs started by root can have this capability.
has_capability() { [ $(((0x$(sed -n 's/^CapBnd:[[:space:]]*//p' /proc/self/status) >> $1) & 1)) = 1 ]; }

# Prints the setpriv options that let PostgreSQL's user access FOLDER: none if it already can, otherwise a capability to
# pass through closed folders (such as root's home). Changes nothing outside FOLDER.
print_grant() {
  if setpriv --reuid=postgres --regid=postgres --init-groups test -x "$FOLDER" -a -r "$ROOT/deploy/fleet.sh"; then return; fi
  if has_capability 2; then say --inh-caps=+dac_read_search --ambient-caps=+dac_read_search
  elif has_capability 1; then say --inh-caps=+dac_override --ambient-caps=+dac_override
  else return 1; fi
}

# Whether a program on this machine listens on a port.
is_taken() { (: < "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

# print_ports NAME: prints all ports that the program listens on.
print_ports() {
  case $1 in
    etcd) port 1; port 2 ;; database-*) port_of "$1-api"; port_of "$1" ;; haproxy) say "$PORT"; port 31; port 32 ;;
    s3) for n in 61 62 63 64; do port "$n"; done ;; *) port_of "$1" ;;
  esac
}

check_ports() {
  for name in $PROGRAMS; do
    is_running "$name" && continue
    # Starting a program kills processes that it left behind when it died.
    [ ! -s "$FOLDER/id" ] || [ -z "$(print_pids "$name")" ] || continue
    for number in $(print_ports "$name"); do
      if is_taken "$number"; then give_up "another program listens at port $number, which $name needs. Choose others: FLEET_PORT=6800 deploy/fleet.sh ..."; fi
    done
  done
}

check_folder() {
  local owner
  [ -w "$FOLDER" ] || give_up "$(id -un) can't write to $FOLDER. Name another folder, or change its owner."
  case $FOLDER in *[\'\"\\%]* | *$'\n'*) give_up "settings can't name $FOLDER: rename the folder without quotes, backslashes and percent signs." ;; esac
  if [ -d "$FOLDER/secrets" ]; then
    owner=$(stat -c %U "$FOLDER/secrets")
    [ "$owner" = "$(id -un)" ] || give_up "$FOLDER was made by $owner. Run this as $owner, or name another folder."
  fi
}

# Checks that Swift can store a file's headers in this file system, and that PostgreSQL's user can access it.
check_disk() {
  /usr/bin/python3 - "$FOLDER" 2> /dev/null << 'END' || give_up "the file system of $FOLDER has no extended attributes, which the S3 store needs. Use a folder on ext4, XFS or Btrfs."
import os, sys, tempfile
with tempfile.NamedTemporaryFile(dir=sys.argv[1]) as file:
    os.setxattr(file.name, "user.nollie", b"1")
END
  [ "$(id -u)" != 0 ] || print_grant > /dev/null ||
    give_up "PostgreSQL's user can't reach $FOLDER, and root of this container can't let it. Use a folder below /srv."
}

# Installs the Node packages and builds the web client, as `npm start` does.
prepare_clone() {
  # shellcheck disable=SC2153
  local node=$NODE log=$FOLDER/build.log
  [ -x "$node" ] || node=$(command -v node) || give_up 'Node 20.19 or newer is not installed: https://nodejs.org/en/download'
  (cd "$ROOT" && "$node" --input-type=module -e "
    const { ensureInstalled } = await import('./scripts/lib/install.mjs')
    await ensureInstalled()
    const { ensureWebBuilt } = await import('./scripts/lib/build-web.mjs')
    const { code, output } = await ensureWebBuilt()
    if (code !== 0) console.error(output)
    process.exit(code)") > "$log" 2>&1 || { tail -n 15 "$log" >&2; give_up "couldn't build Nollie in $ROOT as $(id -un); all of its output is in $log"; }
}

check_before_start() {
  check_folder
  need_programs
  check_disk
  check_ports
  prepare_clone
}
