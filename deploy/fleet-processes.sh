# shellcheck shell=bash
# Starts, finds, and ends a fleet's programs (fleet.sh), including all processes that they start. The script that
# sources this sets FOLDER, which contains the folders run and log, and the file id.

say() { printf '%s\n' "$*"; }
give_up() { say "The fleet: $*" >&2; exit 1; }

# All of a program's processes have this in their environment, even ones that left their parent, group, and session. It
# doesn't depend on FOLDER's path.
print_mark() { say "NOLLIE_FLEET=$(cat "$FOLDER/id" 2> /dev/null)/$1"; }

# Prints when a process started, in ticks since the system started. Distinguishes it from a later process with its PID.
print_start_time() { sed 's/.*) //' "/proc/$1/stat" 2> /dev/null | cut -d ' ' -f 20; }

# Closes what this shell inherited or opened, except its three standard streams. A program that inherited the descriptor
# of a lock, or of a pipe that someone reads to its end, would hold it for as long as it runs.
close_inherited() {
  local open
  for open in "/proc/$BASHPID/fd/"*; do
    open=${open##*/}
    [ "$open" -le 2 ] || eval "exec $open>&-"
  done
}

# launch NAME COMMAND...: runs it in the background, in /, detached from this terminal, with its output in log/NAME.
launch() {
  local name=$1
  shift
  (close_inherited && cd / && exec setsid env "$(print_mark "$name")" "$@" >> "$FOLDER/log/$name" 2>&1 < /dev/null) &
  say "$! $(print_start_time $!)" > "$FOLDER/run/$name.pid"
}

# Prints a program's PID if it's running. One that ended before its start was recorded has no start time.
print_pid() {
  local pid='' started=''
  read -r pid started 2> /dev/null < "$FOLDER/run/$1.pid" || true
  if [ -n "$pid" ] && [ -n "$started" ] && [ "$(print_start_time "$pid")" = "$started" ] && ! is_zombie "$pid"; then say "$pid"; fi
}
is_zombie() { grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2> /dev/null; }
is_running() { [ -n "$(print_pid "$1")" ]; }

# Prints the PIDs of PostgreSQL processes by data folder, because they overwrite their environment with their title.
print_database_pids() {
  { find /proc -maxdepth 2 -name cwd -printf '%h\t%l\n' 2> /dev/null || true; } | WANTED="$FOLDER/$1" awk -F '\t' '$2 == ENVIRON["WANTED"] { print $1 }' |
    while read -r process; do
      case $(cat "$process/comm" 2> /dev/null) in postgres*) say "${process#/proc/}" ;; esac
    done
}

# Prints the PIDs of all of a program's processes: recorded ones, marked ones, and their descendants.
print_pids() {
  local found
  found=$(
    print_pid "$1"
    grep -lzxF -- "$(print_mark "$1")" /proc/[0-9]*/environ 2> /dev/null | cut -d / -f 3 || true
    print_database_pids "$1"
  )
  [ -n "$found" ] || return 0
  { grep -EH '^(State|PPid):' /proc/[0-9]*/status 2> /dev/null || true; } | FOUND=$found awk '
    BEGIN { n = split(ENVIRON["FOUND"], list, /[ \n]+/); for (i = 1; i <= n; i++) if (list[i] != "") mine[list[i]] = 1 }
    { split($1, path, "/"); pid = path[3] }
    $1 ~ /State:$/ { dead[pid] = $2 == "Z" || $2 == "X" }
    $1 ~ /PPid:$/ { parent[pid] = $2 }
    END {
      do { grown = 0; for (pid in parent) if (!(pid in mine) && parent[pid] in mine) { mine[pid] = 1; grown = 1 } } while (grown)
      for (pid in mine) if (pid in parent && !dead[pid]) print pid
    }'
}

# Kills all of a program's processes, as if its machine had failed. Fails if any process is left.
kill_one() {
  local name=$1 pids
  for _ in $(seq 50); do
    mapfile -t pids < <(print_pids "$name")
    if [ "${#pids[@]}" = 0 ]; then rm -f "$FOLDER/run/$name.pid"; return; fi
    kill -9 "${pids[@]}" 2> /dev/null || true
    sleep 0.1
  done
  say "The fleet: processes of $name are left: ${pids[*]}" >&2
  return 1
}

# Stops a program. Kills it after half a minute, and any processes that it leaves behind. Fails if any process is left.
stop_one() {
  local name=$1 pid
  pid=$(print_pid "$name")
  if [ -n "$pid" ]; then
    kill "$pid" 2> /dev/null || true
    for _ in $(seq 300); do is_running "$name" || break; sleep 0.1; done
  fi
  kill_one "$name"
}

# Prints which program failed, with the last lines of its log, and exits.
blame() {
  local name=$1
  say "The fleet: $name $2. The end of $FOLDER/log/$name:" >&2
  tail -n 15 "$FOLDER/log/$name" 2> /dev/null | sed 's/^/  /' >&2
  exit 1
}

# wait_until_ready SECONDS NAME COMMAND...: waits until COMMAND succeeds. Exits if the program ends or takes too long.
wait_until_ready() {
  local end=$((SECONDS + $1)) name=$2
  shift 2
  until "$@" > /dev/null 2>&1; do
    is_running "$name" || blame "$name" 'ended'
    [ "$SECONDS" -lt "$end" ] || blame "$name" "wasn't ready in time"
    sleep 0.2
  done
}
