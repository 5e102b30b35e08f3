import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { findProgram } from '../../../../apps/server/test/world/programs.ts'
import { RATES } from '@nollie/contract'
import { atEnd } from '../../bench/clean-up.ts'
import { onUrl, readPostmasterPid, type Site } from './kill-cycles.ts'
import { runFolder } from './machine.ts'
import { option } from './options.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SCRIPT = join(ROOT, 'deploy/fleet.sh')
const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'nats-server']

/** Returns why no fleet can be started here; null if one can. */
export function fleetMissing(): string | null {
  const missing = PROGRAMS.filter((name) => findProgram(name) === null)
  // As root, deploy/fleet.sh installs missing programs.
  if (process.getuid?.() === 0 && findProgram('apt-get')) return null
  if (missing.length > 0) return `not found: ${missing.join(', ')}`
  if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) return 'the web client is not built'
  return null
}

/** A running fleet, started by deploy/fleet.sh. */
export type Fleet = Site & {
  folder: string
  /** The URL of the primary database, through HAProxy. */
  databaseUrl: string
  /** The environment in which deploy/fleet.sh finds the fleet. */
  env: NodeJS.ProcessEnv
  /** Runs `deploy/fleet.sh FOLDER command name`. */
  run: (command: 'start' | 'stop' | 'kill', name: string) => Promise<void>
  /** Starts all programs that aren't running and waits until they're up. */
  up: () => Promise<void>
  /** Runs `deploy/fleet.sh FOLDER down`, which fails if a process is still running. */
  down: () => Promise<void>
  /** Returns which database is currently the primary; null if neither is. */
  primary: () => Promise<'database-a' | 'database-b' | null>
  /** The PID of a database's PostgreSQL server. */
  postgresPid: (name: string) => number
  /** Runs work as a superuser, directly on one of the two databases. */
  onMember: <T>(name: string, work: (client: pg.Client) => Promise<T>) => Promise<T>
}

/**
 * Starts the fleet in an empty folder, inside another folder that only its owner can enter. Each blow is a `kill -9` on
 * one program.
 */
export async function startFleet(): Promise<Fleet> {
  const closed = join(runFolder('fleet'), 'only mine')
  mkdirSync(closed, { mode: 0o700 })
  const folder = join(closed, 'fleet')
  const port = option('--port', { whole: 7800, short: 7800 })
  const wide = Object.keys(RATES)
    .flatMap((rate) => [`${rate}.ip=100000/60`, `${rate}.user=100000/60`])
    .join(',')
  const env = { ...process.env, FLEET_PORT: String(port), RATE_LIMITS: wide, BUSY_AFTER_MS: '0' }
  const fleet = (...args: string[]) => promisify(execFile)(SCRIPT, [folder, ...args], { env })
  atEnd(async () => void execFileSync(SCRIPT, [folder, 'down'], { env, stdio: 'ignore' }))
  await fleet('up')
  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim()
  const ports = { 'database-a': port + 11, 'database-b': port + 21 } as const
  const primary = async () => {
    for (const [name, at] of Object.entries(ports)) {
      const answer = await fetch(`http://127.0.0.1:${at}/primary`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => null)
      if (answer?.ok) return name as keyof typeof ports
    }
    return null
  }
  const run = async (command: 'start' | 'stop' | 'kill', name: string) => void (await fleet(command, name))
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = `postgresql://nollie:${secret('nollie')}@127.0.0.1:${port + 31}/nollie`
  return {
    folder,
    env,
    databaseUrl,
    url,
    // This folder only stores emails.
    dataDir: join(folder, 'mails'),
    mediaDir: null,
    blows: ['web-1', 'worker-1', 'the primary database', 'web-2', 'worker-2'],
    run,
    up: async () => void (await fleet('up')),
    down: async () => void (await fleet('down')),
    primary,
    postgresPid: (name) => readPostmasterPid(join(folder, name)),
    hit: async (blow) => {
      let name: string | null = blow
      if (blow === 'the primary database') while (!(name = await primary())) await sleep(200)
      await run('kill', name)
      await run('start', name)
    },
    onDatabase: (work) => onUrl(databaseUrl, work),
    onMember: (name, work) =>
      onUrl(
        `postgresql://postgres:${secret('postgres')}@127.0.0.1:${ports[name as keyof typeof ports] + 1}/nollie`,
        work,
      ),
  }
}
