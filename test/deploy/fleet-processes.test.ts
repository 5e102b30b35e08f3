import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../architecture/files.ts'

/**
 * Tests deploy/fleet-processes.sh and related scripts: no process outlives its program, and error messages name the
 * program.
 */

const folder = join(mkdtempSync(join(tmpdir(), 'nollie-fleet-')), 'a folder: with spaces')
for (const name of ['run', 'log', 'settings']) mkdirSync(join(folder, name), { recursive: true })
writeFileSync(join(folder, 'id'), 'fleet-of-a-test')

/** Runs bash lines with the fleet's functions; fails if they fail. */
const bash = (lines: string, env: NodeJS.ProcessEnv = {}) => {
  const text = `set -euo pipefail
    FOLDER=$1 ROOT=$2 PROGRAMS=demo PORT=1 NODE=node
    for part in processes checks settings; do . "$ROOT/deploy/fleet-$part.sh"; done
    ${lines}`
  return spawnSync('bash', ['-c', text, 'bash', folder, ROOT], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
  })
}
const listPids = () => bash('print_pids demo').stdout.split('\n').filter(Boolean)

// Its child leaves the process group and session, and has its own child.
const DEMO = `launch demo bash -c 'setsid bash -c "sleep 300 & sleep 300" & sleep 300'
  until [ "$(print_pids demo | wc -l)" = 5 ]; do sleep 0.1; done`

afterAll(() => {
  bash('kill_one demo; kill_one s3')
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

  test("programs start in /, so that their user needs no access to the caller's folder", () => {
    bash('launch place pwd; until grep -q . "$FOLDER/log/place"; do sleep 0.1; done')
    expect(readFileSync(join(folder, 'log', 'place'), 'utf8')).toBe('/\n')
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
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = settings.bootstrap.dcs
  // Patroni's minimum, plus three seconds for promotion, HAProxy, and PgBouncer.
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
  expect(ttl + 3).toBeLessThanOrEqual(10)
  expect(synchronous_mode).toBe(true)
})
