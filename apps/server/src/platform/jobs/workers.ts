import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { measured } from '../telemetry/index.ts'
import type { JobKind, JobRun } from './job-kind.ts'
import { longestDelay } from './job-retries.ts'

/** This process's handler for a type of job. */
export type Worker = { kind: JobKind<object>; handle: (run: JobRun<never>) => Promise<void> }

type Active = { kind: string; retryCount: number; ended: Promise<unknown> }

type Log = { error: (details: object, message: string) => void }

/** Seconds between polls if the database can't send signals. */
const POLL_SECONDS = 0.5
/** Seconds between each worker's own polls, in case the shared poll fails. */
const WORKER_NET_SECONDS = 120
/** Milliseconds after which a due job is certainly visible. */
const WAKE_AFTER_MS = 50
/** Milliseconds that a handler has to end after a stop aborts its job. */
export const ABORT_MS = 1_000

// The queue's own counts date from its last supervision run.
const READY_KINDS = `
  select name from unnest($1::text[]) as kind(name)
  where exists (
    select from jobs.job where job.name = kind.name and state < 'active' and start_after <= now()
  )`

// Counts the next attempt as a retry, so that late results from this one are rejected, and allows one more. Releases only
// this attempt, because another process may have started the next one. Notifies workers like the queue does for a new
// job.
const GIVE_BACK = `
  with given as (
    update jobs.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now()
    where name = $1 and id = $2 and retry_count = $3 and state = 'active' returning name
  )
  select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), name) from given`

/** This process's workers, which take jobs from the queue and give back those that a stop interrupts. */
export class Workers {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #ids = new Map<string, string[]>()
  readonly #active = new Map<string, Active>()
  readonly #waking = new Set<NodeJS.Timeout>()
  readonly #stopping = new AbortController()

  constructor(boss: PgBoss, log: Log) {
    this.#boss = boss
    this.#log = log
  }

  /** Starts one more worker for a job type. */
  async start({ kind, handle }: Worker): Promise<void> {
    let id = ''
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: WORKER_NET_SECONDS,
      batchSize: 1,
      includeMetadata: true,
    } as const
    id = await this.#boss.work(kind.name, options, async ([job]) => {
      if (!job) return
      // There may be more jobs, so the next one is fetched without a pause.
      this.#boss.notifyWorker(id)
      const lastTry = job.retryCount >= job.retryLimit
      const signal = AbortSignal.any([job.signal, this.#stopping.signal])
      const run = { id: job.id, data: job.data as never, lastTry, signal }
      const ended = measured('job', kind.name, () => handle(run))
      const active = { kind: kind.name, retryCount: job.retryCount, ended }
      this.#active.set(job.id, active)
      try {
        await ended
      } catch (error) {
        if (this.#stopping.signal.aborted) return void (await this.#giveBack(job.id, active))
        if (!lastTry) this.wakeIn(kind.name, longestDelay(kind, job.retryCount))
        throw error
      } finally {
        this.#active.delete(job.id)
      }
    })
    this.#ids.set(kind.name, [...(this.#ids.get(kind.name) ?? []), id])
  }

  /** Whether this process runs a worker for this job type. */
  has(kind: string): boolean {
    return this.#ids.has(kind)
  }

  #giveBack(id: string, { kind, retryCount }: Active): Promise<unknown> {
    return this.#boss.getDb().executeSql(GIVE_BACK, [kind, id, retryCount])
  }

  /** Polls once for all workers, and wakes those whose job types have a job that is due. */
  async wakeReady(): Promise<void> {
    const { rows } = await this.#boss.getDb().executeSql(READY_KINDS, [[...this.#ids.keys()]])
    for (const { name } of rows as { name: string }[]) this.#wake(name)
  }

  #wake(kind: string): void {
    for (const id of this.#ids.get(kind) ?? []) this.#boss.notifyWorker(id)
  }

  /** Wakes a job type's workers when a delayed job is due, because no signal is sent for it. */
  wakeIn(kind: string, seconds: number): void {
    const handle = setTimeout(
      () => {
        this.#waking.delete(handle)
        this.#wake(kind)
      },
      seconds * 1000 + WAKE_AFTER_MS,
    )
    this.#waking.add(handle)
  }

  /** Stops waking workers. */
  stop(): void {
    for (const handle of this.#waking) clearTimeout(handle)
  }

  /** Aborts running jobs and gives them back to the queue. */
  async abort(): Promise<void> {
    this.#stopping.abort()
    await Promise.race([
      Promise.allSettled([...this.#active.values()].map(({ ended }) => ended)),
      sleep(ABORT_MS),
    ])
    for (const [id, active] of this.#active)
      await this.#giveBack(id, active).catch((err: unknown) =>
        this.#log.error({ err, kind: active.kind }, "couldn't return a job to the queue"),
      )
  }
}
