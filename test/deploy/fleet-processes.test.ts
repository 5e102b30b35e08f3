import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../architecture/files.ts'

/**
 * Tests deploy/fleet-processes.sh and related scripts: no process outlives its program, and error messages name the
 * program.
 */

const folder = join(mkdtempSync(join(tmpdir(), 'nollie-fleet-')), 'a folder: with spaces')
for (const name of ['run', 'log', 'settings']) mkdirSync(join(folder, name), { recursive: true })
// Two runs of this file at the same time don't find each other's processes.
writeFileSync(join(folder, 'id'), randomUUID())

/** Runs bash lines with the fleet's functions; fails if they fail. `limits` are options of setpriv. */
function bash(lines: string, env: NodeJS.ProcessEnv = {}, limits: string[] = []) {
  const text = `set -euo pipefail
    FOLDER=$1 ROOT=$2 PROGRAMS=demo PORT=1 NODE=node
    for part in processes checks settings; do . "$ROOT/deploy/fleet-$part.sh"; done
    ${lines}`
  const [program = 'bash', ...options] = limits.length > 0 ? ['setpriv', ...limits, 'bash'] : []
  return spawnSync(program, [...options, '-c', text, 'bash', folder, ROOT], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  })
}

/** Writes an executable shell script. */
function writeProgram(path: string, lines: string) {
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
}

function listPids() {
  return bash('print_pids demo').stdout.split('\n').filter(Boolean)
}

// Its child leaves the process group and session, and has its own child.
const DEMO = `launch demo bash -c 'setsid bash -c "sleep 300 & sleep 300" & sleep 300'
  until [ "$(print_pids demo | wc -l)" = 5 ]; do sleep 0.1; done`

afterAll(() => {
  bash('for name in demo s3 etcd; do kill_one $name; done')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

describe.skipIf(process.platform !== 'linux')('programs of the fleet (skipped outside Linux)', () => {
  test('killing or stopping a program ends every process it started', () => {
    for (const end of ['kill_one demo', 'stop_one demo']) {
      const { status, stderr } = bash(`${DEMO}; ${end}`)
      expect(status, stderr).toBe(0)
      expect(listPids()).toEqual([])
    }
  })

  test('finds and ends processes of a program that died', () => {
    const { stdout } = bash(
      `${DEMO}; kill -9 "$(print_pid demo)"; until ! is_running demo; do sleep 0.1; done; echo dead`,
    )
    expect(stdout).toBe('dead\n')
    expect(listPids().length).toBeGreaterThan(0)
    expect(bash('kill_one demo').status).toBe(0)
    expect(listPids()).toEqual([])
  })

  test('a recorded pid that was reused by another process is ignored', () => {
    writeFileSync(join(folder, 'run', 'demo.pid'), `${process.pid} 1\n`)
    expect(bash('is_running demo').status).toBe(1)
    expect(listPids()).toEqual([])
  })

  test('names a program that ends before it is ready, with the end of its log', () => {
    const { status, stderr } = bash(
      `launch demo bash -c 'echo no space left; exit 1'; wait_until_ready 60 demo false`,
    )
    expect(status).toBe(1)
    expect(stderr).toContain('The fleet: demo ended.')
    expect(stderr).toContain('  no space left')
  })

  test('a program that ended before its start was recorded is not running', () => {
    expect(bash('say "999999999 " > "$FOLDER/run/demo.pid"; is_running demo').status).toBe(1)
    rmSync(join(folder, 'run', 'demo.pid'))
  })

  test("programs start in /, so that their user needs no access to the caller's folder", () => {
    bash('launch place pwd; until grep -q . "$FOLDER/log/place"; do sleep 0.1; done')
    expect(readFileSync(join(folder, 'log', 'place'), 'utf8')).toBe('/\n')
  })

  test('programs hold no descriptor of their caller, such as a lock or a pipe', () => {
    const { stdout } = bash(
      `exec 9> "$FOLDER/lock" 17> "$FOLDER/pipe"
       launch demo sleep 300; until grep -qx sleep "/proc/$(print_pid demo)/comm"; do sleep 0.1; done
       ls "/proc/$(print_pid demo)/fd"; kill_one demo; : >&9`,
    )
    expect(stdout).toBe('0\n1\n2\n')
  })

  test('names an occupied port before anything starts', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { status, stderr } = bash(`port_of() { say ${port}; }; check_ports`)
    server.close()
    expect(status).toBe(1)
    expect(stderr).toContain(`another program listens at port ${port}, which demo needs`)
  })

  test('refuses a folder whose name settings cannot contain', () => {
    const { status, stderr } = bash(`FOLDER="$FOLDER/50%"; mkdir -p "$FOLDER"; check_folder`)
    expect(status).toBe(1)
    expect(stderr).toContain('rename the folder')
  })

  test('down fails if a process is left, and names its program', () => {
    const { status, stderr } = bash(
      'launch etcd sleep 300; rm "$FOLDER/run/etcd.pid"; until [ -n "$(print_pids etcd)" ]; do sleep 0.1; done',
    )
    expect(status, stderr).toBe(0)
    const down = (env: NodeJS.ProcessEnv) =>
      spawnSync(join(ROOT, 'deploy/fleet.sh'), [folder, 'down'], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
    // As if another user had started it: kill isn't permitted.
    const failed = down({ 'BASH_FUNC_kill%%': '() { return 1; }', 'BASH_FUNC_sleep%%': '() { :; }' })
    expect(failed.status).toBe(1)
    expect(failed.stderr).toMatch(/^The fleet: processes of etcd are left: \d+\n.*: not everything ended\./)
    expect(bash('print_pids etcd').stdout).not.toBe('')
    expect(down({}).status).toBe(0)
    expect(bash('print_pids etcd').stdout).toBe('')
  })

  /** Makes a folder that may be in the PATH, where a colon separates folders. */
  const makeToolFolder = () => {
    const tools = mkdtempSync(join(tmpdir(), 'nollie-fleet-tools-'))
    onTestFinished(() => rmSync(tools, { recursive: true }))
    return tools
  }

  /** Makes a clone and a PATH without any of the fleet's programs. `user` is the current user's id. */
  const makeBareMachine = (name: string, user: string, install: string) => {
    const [clone, tools] = [join(folder, name), makeToolFolder()]
    mkdirSync(join(clone, 'deploy'), { recursive: true })
    for (const tool of ['cat', 'find', 'sed', 'sort', 'tail', 'tr'])
      symlinkSync(spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim(), join(tools, tool))
    writeProgram(join(tools, 'id'), `echo ${user}`)
    writeProgram(join(clone, 'deploy', 'programs.sh'), install)
    return `ROOT='${clone}' PATH='${tools}'`
  }

  test.for([
    [
      'ordinary',
      '1000',
      'exit 0',
      /^The fleet: not installed: etcd patroni .*\n {2}sudo '.*\/deploy\/programs\.sh' install\n$/,
    ],
    ['offline', '0', 'echo no network; exit 1', /^no network\nThe fleet: couldn't install etcd patroni /],
    ['other', '0', 'exit 0', /^The fleet: still not found after the installation: etcd patroni /],
  ] as const)('refuses to start without its programs: %s', ([name, user, install, message]) => {
    const { status, stderr } = bash(`${makeBareMachine(name, user, install)}; need_programs`)
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)])
  })

  test('refuses a file system that cannot store the headers of files', () => {
    const { status, stderr } = bash('FOLDER=/proc; check_disk')
    expect(status).toBe(1)
    expect(stderr).toContain('the file system of /proc has no extended attributes')
  })

  const canBePostgres = process.getuid?.() === 0 && spawnSync('id', ['postgres']).status === 0
  test.skipIf(!canBePostgres)("gives PostgreSQL's user access to a closed folder, or refuses it", () => {
    const closed = join(folder, 'closed')
    mkdirSync(join(closed, 'deploy'), { recursive: true, mode: 0o700 })
    writeFileSync(join(closed, 'deploy', 'fleet.sh'), '# read')
    const place = `FOLDER='${closed}' ROOT='${closed}'`
    const read = `setpriv --reuid=postgres --regid=postgres --init-groups $(print_grant) cat "$ROOT/deploy/fleet.sh"`
    expect(bash(`${place}; ${read}`).stdout).toBe('# read')
    const less = ['--bounding-set=-dac_read_search']
    expect(bash(`${place}; ${read}`, {}, less).stdout).toBe('# read')
    const refused = bash(`${place}; check_disk`, {}, ['--bounding-set=-dac_read_search,-dac_override'])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(`PostgreSQL's user can't reach ${closed}`)
    const open = mkdtempSync(join(tmpdir(), 'nollie-fleet-open-'))
    onTestFinished(() => rmSync(open, { recursive: true }))
    chmodSync(open, 0o755)
    renameSync(join(closed, 'deploy'), join(open, 'deploy'))
    chmodSync(join(open, 'deploy'), 0o755)
    const { status, stdout } = bash(`FOLDER='${open}' ROOT='${open}'; print_grant`)
    expect([status, stdout]).toEqual([0, ''])
  })

  test('unpacked programs run after the clone is moved', () => {
    const place = makeToolFolder()
    const [clone, moved, tools] = [join(place, 'clone'), join(place, 'moved clone'), join(place, 'tools')]
    for (const name of [join(clone, 'deploy'), tools]) mkdirSync(name, { recursive: true })
    copyFileSync(join(ROOT, 'deploy', 'programs.sh'), join(clone, 'deploy', 'programs.sh'))
    writeFileSync(
      join(clone, 'deploy', 'swift-s3.py'),
      'import os, sys; print(sys.argv[0], os.environ["PYTHONPATH"])',
    )
    // Programs that print their paths, in place of Debian's packages.
    writeProgram(join(tools, 'apt-get'), 'touch all.deb')
    writeProgram(
      join(tools, 'dpkg-deb'),
      `mkdir -p "$3/usr/sbin" "$3/usr/bin" "$3/usr/lib/here"; touch "$3/usr/lib/here/libcares.so.2"
      for program in sbin/pgbouncer bin/nats-server; do
        printf '#!/bin/sh\\necho "$0 $LD_LIBRARY_PATH $*"\\n' > "$3/usr/$program"; chmod 755 "$3/usr/$program"
      done`,
    )
    const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` }
    const unpacked = spawnSync(join(clone, 'deploy', 'programs.sh'), { encoding: 'utf8', env })
    expect(unpacked.status, unpacked.stderr).toBe(0)
    renameSync(clone, moved)
    const here = join(moved, 'deploy', '.programs')
    const printPlace = (name: string) =>
      spawnSync(join(here, 'bin', name), ['-x'], { encoding: 'utf8', cwd: '/' }).stdout
    const libraries = `${here}/root/usr/lib/here`
    expect(printPlace('pgbouncer')).toBe(`${here}/root/usr/sbin/pgbouncer ${libraries} -x\n`)
    expect(printPlace('nats-server')).toBe(`${here}/root/usr/bin/nats-server ${libraries} -x\n`)
    expect(printPlace('swift-s3')).toBe(
      `${join(moved, 'deploy', 'swift-s3.py')} ${here}/root/usr/lib/python3/dist-packages\n`,
    )
  })

  test('after its folder is moved, finds its processes and writes settings with the new path', () => {
    const moved = join(folder, '..', 'moved')
    const write = `POSTGRES=/usr/bin NETWORK=127.0.0.1/32
      at() { say 127.0.0.1:1; }; listen() { at x; }; secret_of() { say secret; }
      write_settings "$FOLDER/settings" database-a haproxy pgbouncer`
    // If a program died, its processes can only be found by the marker in their environment.
    const { status, stderr } = bash(`${DEMO}; kill -9 "$(print_pid demo)"; ${write}`)
    expect(status, stderr).toBe(0)
    renameSync(folder, moved)
    try {
      const after = bash(`FOLDER='${moved}'; print_pids demo | wc -l; kill_one demo; print_pids demo
        ${write}; cat "$FOLDER"/settings/*`)
      expect(after.status, after.stderr).toBe(0)
      expect(after.stdout.split('\n')[0]?.trim()).toBe('4')
      expect(after.stdout).toContain(`data_dir: '${moved}/database-a'`)
      expect(after.stdout).toContain(`auth_file = ${moved}/settings/pgbouncer.users`)
      expect(after.stdout).not.toContain(folder)
    } finally {
      renameSync(moved, folder)
    }
    expect(listPids()).toEqual([])
  })

  const swift = existsSync('/usr/lib/python3/dist-packages/swift')
  test.skipIf(!swift)("Swift's servers end when their parent is killed (skipped without Swift)", () => {
    // The first of four consecutive free ports.
    const findPorts = `port=20100; until ! is_taken $port && ! is_taken $((port + 1)) && ! is_taken $((port + 2)) &&
      ! is_taken $((port + 3)); do port=$((port + 4)); done`
    mkdirSync(join(folder, 's3'))
    const { status, stdout, stderr } = bash(
      `${findPorts}
       launch s3 env S3_ACCESS_KEY_ID=a:b S3_SECRET_ACCESS_KEY=c "$ROOT/deploy/swift-s3.py" "$FOLDER/s3" $port
       until [ "$(print_pids s3 | wc -l)" = 5 ] || ! is_running s3; do sleep 0.1; done
       kill -9 "$(print_pid s3)"
       until [ -z "$(print_pids s3)" ]; do sleep 0.1; done
       echo ended`,
    )
    expect(stdout, `${status} ${stderr}`).toBe('ended\n')
  })
})

test('settings support folders with spaces, replicas copy after a fast checkpoint, and a failover takes at most ten seconds', () => {
  const { stdout, stderr } = bash(`POSTGRES=/usr/bin NETWORK=127.0.0.1/32
    at() { say 127.0.0.1:1; }; listen() { at x; }; secret_of() { say secret; }
    patroni_settings database-a`)
  const settings = parse(stdout)
  expect(settings.postgresql.data_dir, stderr).toBe(`${folder}/database-a`)
  expect(settings.postgresql.basebackup).toEqual([{ checkpoint: 'fast' }])
  const { ttl, loop_wait, retry_timeout, synchronous_mode, primary_start_timeout } = settings.bootstrap.dcs
  // Patroni's minimum, plus three seconds for promotion, HAProxy, and PgBouncer.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(ttl + 3).toBeLessThanOrEqual(10)
  expect(synchronous_mode).toBe(true)
  // By default, Patroni would wait up to 300 s for a crashed PostgreSQL.
  expect(primary_start_timeout).toBe(0)
})
