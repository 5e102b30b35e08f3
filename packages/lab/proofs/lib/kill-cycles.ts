import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { quantile } from '../../bench/bench-server.ts'
import { type AckedLoad, MixedSkater, nothingAcked } from './mixed-load.ts'
import { checkTruth } from './mixed-truth.ts'
import { report } from './report.ts'

/** A running product whose programs can be killed and restarted. */
export type Site = {
  /** The URL that people use. It doesn't change when programs are killed. */
  url: string
  dataDir: string
  /** The folder with media. If null, media is stored elsewhere, and only its rows are checked. */
  mediaDir: string | null
  blows: readonly string[]
  /** Kills a program; resolves once the program is being restarted. */
  hit: (blow: string) => Promise<void>
  /** Runs work on the site's database. */
  onDatabase: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
}

/** Reads the PID of the PostgreSQL server that uses a folder; 0 if there is none. */
export function readPostmasterPid(folder: string): number {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '', 10)
  } catch {
    return 0
  }
}

/** Reads the PID of a data directory's PostgreSQL server; 0 if there is none. */
export function databasePid(dataDir: string): number {
  return readPostmasterPid(join(dataDir, 'postgres', 'cluster'))
}

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Kills a process with `kill -9` and waits until it has ended. */
export async function killHard(pid: number): Promise<void> {
  if (pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    return
  }
  for (let tries = 0; tries < 500 && isAlive(pid); tries += 1) await sleep(10)
}

/** Connects, runs work, and disconnects. */
export async function onUrl<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => (await answer.arrayBuffer()) && answer.ok,
    () => false,
  )
}

const READY_LIMIT_MS = 400_000

async function readyAgain(url: string): Promise<void> {
  const until = performance.now() + READY_LIMIT_MS
  while (!(await isReady(url))) {
    if (performance.now() > until) throw new Error('it did not come back within some minutes')
    await sleep(20)
  }
}

function countRows({ gone, ...load }: AckedLoad): number {
  return Object.values(load).reduce(
    (sum, { length }) => sum + length,
    gone.comments.size + gone.messages.size,
  )
}

type Figures = { cycles: number; people: number; pauseMs: number; random: (limit: number) => number }

/** The results of {@link hitsUnderLoad}. */
export type Hits = { load: AckedLoad; backMs: Map<string, number[]>; errors: string[]; requests: number }

/**
 * Kills the site's programs at random moments while people use it. People continue until everything they started has
 * been acknowledged.
 */
export async function hitsUnderLoad(site: Site, { cycles, people, pauseMs, random }: Figures): Promise<Hits> {
  const load = nothingAcked()
  const skaters = Array.from({ length: people }, () => new MixedSkater(site, load, random))
  let isOver = false
  const lives = Promise.all(skaters.map((skater) => skater.lives(() => isOver)))
  // An error in anyone's activity ends the run immediately.
  const backMs = new Map<string, number[]>()
  const ackedSince = async (count: number) => {
    while (countRows(load) <= count) await sleep(20)
  }
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    // Ensures that each kill has something to lose, even on a slow machine.
    await Promise.race([ackedSince(countRows(load)), lives])
    await Promise.race([sleep(random(pauseMs)), lives])
    const blow = site.blows[cycle % site.blows.length] ?? ''
    const begun = performance.now()
    await site.hit(blow)
    await Promise.race([readyAgain(site.url), lives])
    backMs.set(blow, [...(backMs.get(blow) ?? []), performance.now() - begun])
    if ((cycle + 1) % 20 === 0) console.log(`  ${cycle + 1} of ${cycles}`)
  }
  isOver = true
  await lives
  const requests = skaters.reduce((sum, { done }) => sum + done, 0)
  return { load, backMs, requests, errors: skaters.flatMap(({ errors }) => errors) }
}

/** Checks and prints a run's results. */
export async function reportHits(
  site: Site,
  { load, backMs, errors, requests }: Hits,
  goal: { what: string; backMs: number; areErrorsAllowed: boolean },
): Promise<void> {
  const found = await site.onDatabase((client) => checkTruth(client, site.mediaDir, load))
  for (const line of [...found.lost, ...found.doubled, ...found.half].slice(0, 20)) console.log(`  ${line}`)
  const { gone, ...stored } = load
  const acked = Object.entries(stored).map(([name, { length }]) => `${length} ${name}`)
  console.log(
    `  acknowledged: ${acked.join(', ')}, ${gone.comments.size + gone.messages.size} deletions; ${requests} steps`,
  )
  const none = (what: string, lines: readonly string[]) =>
    report({
      what: `${goal.what}: ${what}`,
      figure: String(lines.length),
      goal: '0',
      isMet: lines.length === 0,
    })
  none('acknowledged writes lost', found.lost)
  none('written twice', found.doubled)
  none('half written', found.half)
  if (!goal.areErrorsAllowed) {
    for (const line of errors.slice(0, 5)) console.log(`  ${line}`)
    none('unexplained answers 5xx', errors)
  } else if (errors.length > 0)
    console.log(`  ${errors.length} answers 5xx while it was broken, as ${errors[0]}`)
  for (const [blow, times] of backMs) {
    const p95 = quantile(times, 0.95)
    report({
      what: `${goal.what}: ready again after ${blow}, p95 of ${times.length}`,
      figure: `${(p95 / 1000).toFixed(1)} s`,
      goal: `${goal.backMs / 1000} s`,
      isMet: p95 <= goal.backMs,
    })
  }
}
