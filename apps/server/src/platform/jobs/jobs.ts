import { fromKysely, PgBoss } from 'pg-boss'
import { type Listener, listen } from '../database-notifications.ts'
import { withSessionOptions } from '../session-options.ts'
import { measured } from '../telemetry/index.ts'
import type { JobKind, JobRun } from './job-kind.ts'
import { queueOptions } from './job-retries.ts'
import { Rollup, type RollupOptions } from './rollup.ts'
import { Timers } from './timers.ts'
import { TaskLeases } from './task-leases.ts'
import { ABORT_MS, type Worker, Workers } from './workers.ts'

/** The transaction or database in which to enqueue a job. */
type Transaction = Parameters<typeof fromKysely>[0]

type Log = { error: (details: object, message: string) => void }

/** The channel on which nollie_signal_work sends the name of a table with queued changes. */
const SIGNALS_CHANNEL = 'nollie_work'
/** Seconds between polls for jobs that aren't signaled: retries, and the jobs of a dead process. */
const NET_SECONDS = 5
const SUPERVISE_SECONDS = 15
/** Seconds between deletions of old jobs. */
const MAINTAIN_SECONDS = 600

/** What this process does with jobs. */
export type JobsOptions = {
  /** Whether this process runs jobs and scheduled tasks; otherwise, it only enqueues them. */
  works?: boolean
}

/**
 * Background jobs, stored in the same database as everything else. A job is enqueued in the transaction of the change
 * that needs it, so it exists if and only if the change does. Any process with a worker for its type can run it.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #declared: Worker[] = []
  readonly #timers: Timers
  readonly #rollups: Rollup[] = []
  readonly #tasks = new Set<Promise<void>>()
  readonly #workers: Workers
  readonly #databaseUrl: string
  readonly #works: boolean
  #signals: Listener | null = null
  #isStarted = false

  constructor(databaseUrl: string, log: Log, { works = true }: JobsOptions = {}) {
    this.#log = log
    this.#databaseUrl = databaseUrl
    this.#works = works
    this.#boss = new PgBoss({
      // The role may have time limits, which are meant for a pooler's sessions.
      ...withSessionOptions(databaseUrl, '-c statement_timeout=0 -c lock_timeout=0'),
      schema: 'jobs',
      max: 4,
      application_name: 'nollie-jobs',
      useListenNotify: works,
      supervise: works,
      // No job runs at fixed times or depends on another job.
      schedule: false,
      flowIntervalSeconds: MAINTAIN_SECONDS,
      // Together with the heartbeat, this is the delay until a dead process's job is retried.
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: MAINTAIN_SECONDS,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'job queue'))
    this.#workers = new Workers(this.#boss, log)
    this.#timers = new Timers({
      leases: new TaskLeases((text, values) => this.#boss.getDb().executeSql(text, values)),
      run: (work) => this.#run(work),
      failed: (error, name) => this.#failed(error, name),
    })
  }

  // Tracks the work, so that {@link stop} can wait for it.
  #run(work: Promise<void>): void {
    this.#tasks.add(work)
    void work.finally(() => this.#tasks.delete(work))
  }

  #failed(error: unknown, task: string): void {
    this.#log.error({ err: error, task }, 'background task failed')
  }

  // Jobs of a type that is registered later would silently never run.
  #requireNotStarted(name: string): void {
    if (this.#isStarted) throw new Error(`"${name}" was registered after the jobs were started`)
  }

  /** Registers the worker for a job type; call it before {@link start}. */
  work<Data extends object>(kind: JobKind<Data>, handle: (run: JobRun<Data>) => Promise<void>): void {
    this.#requireNotStarted(kind.name)
    this.#declared.push({ kind, handle })
  }

  /**
   * Registers a task that runs every `everySeconds`, one run at a time: in each working process or, if it `isShared`,
   * in only one of them. Call it before {@link start}.
   */
  every(name: string, everySeconds: number, task: () => Promise<void>, isShared = false): void {
    this.#requireNotStarted(name)
    this.#timers.add({ name, everySeconds, task: () => measured('task', name, task), isShared })
  }

  /**
   * Registers a task that drains change queues. It runs when rows are added to one of the `tables`, then every
   * `pauseSeconds` until no rows are left. It also runs on a slow timer, in case a signal is missed. `task` returns
   * whether there were rows. Call this before {@link start}.
   */
  rollup(name: string, options: RollupOptions, task: () => Promise<boolean>): void {
    this.#requireNotStarted(name)
    const counted = () => measured('task', name, task)
    const run = (work: Promise<void>) => this.#run(work)
    const failed = (error: unknown) => this.#failed(error, name)
    this.#rollups.push(new Rollup(name, options, { task: counted, run, failed }))
  }

  /** Creates the queue's tables and queues, then starts the workers if this process runs jobs. */
  async start(): Promise<void> {
    this.#isStarted = true
    await this.#boss.start()
    for (const kind of new Set(this.#declared.map((worker) => worker.kind))) {
      const options = queueOptions(kind)
      await this.#boss.createQueue(kind.name, options)
      await this.#boss.updateQueue(kind.name, options)
    }
    if (!this.#works) return
    for (const worker of this.#declared)
      for (let n = 0; n < worker.kind.concurrency; n++) await this.#workers.start(worker)
    const task = () => this.#workers.wakeReady()
    this.#timers.start({ name: 'waiting jobs', everySeconds: NET_SECONDS, task, isShared: false })
    this.#listen()
  }

  #listen(): void {
    if (this.#rollups.length === 0) return
    this.#signals = listen(this.#databaseUrl, SIGNALS_CHANNEL, {
      notified: (table) => {
        for (const rollup of this.#rollups) if (rollup.tables.includes(table)) rollup.signal()
      },
      // Handles rows that were appended earlier, or while the connection was down.
      connected: () => {
        for (const rollup of this.#rollups) rollup.signal()
      },
    })
  }

  /** The names of everything registered with {@link every} and {@link rollup}. */
  get timers(): readonly string[] {
    return [...this.#timers.all, ...this.#rollups].map(({ name }) => name)
  }

  /** Runs the named task once, immediately. */
  async runTimer(name: string): Promise<void> {
    const timer = [...this.#timers.all, ...this.#rollups].find((one) => one.name === name)
    if (!timer) throw new Error(`there is no task named "${name}"`)
    await timer.task()
  }

  /**
   * Enqueues a job in the transaction of the change that needs it. With `key`, at most one job of this type is pending
   * per key; with `id`, only one job of this type can ever have that id. `urgent` jobs run first.
   */
  async send<Data extends object>(
    tx: Transaction,
    kind: JobKind<Data>,
    data: Data,
    {
      key,
      id,
      urgent,
      startAfterSeconds,
    }: { key?: string; id?: string; urgent?: boolean; startAfterSeconds?: number } = {},
  ): Promise<void> {
    await this.#boss.send(kind.name, data, {
      db: fromKysely(tx),
      ...(key ? { singletonKey: key } : {}),
      ...(id ? { id } : {}),
      ...(urgent ? { priority: 1 } : {}),
      ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
    })
    if (startAfterSeconds && this.#workers.has(kind.name)) this.#workers.wakeIn(kind.name, startAfterSeconds)
  }

  /** Retries a permanently failed job once. */
  async retry(kind: string, id: string): Promise<void> {
    await this.#boss.retry(kind, id)
    this.#workers.wakeIn(kind, 0)
  }

  /** Whether the queue's tables can be read. */
  async ready(): Promise<boolean> {
    return this.#boss.isInstalled()
  }

  /** Returns the version of the queue's tables; null if there are none. */
  version(): Promise<number | null> {
    return this.#boss.schemaVersion()
  }

  /**
   * Stops taking jobs, waits up to `graceMs` for running ones, then aborts the rest and returns them to the queue.
   * Another process starts them immediately, and no attempt is lost.
   */
  async stop(graceMs = 8_000): Promise<void> {
    this.#timers.stop()
    this.#workers.stop()
    for (const rollup of this.#rollups) rollup.stop()
    await this.#signals?.close()
    const late = setTimeout(() => void this.#workers.abort(), graceMs)
    await this.#boss.stop({ graceful: true, timeout: graceMs + 2 * ABORT_MS, close: true })
    clearTimeout(late)
    await Promise.allSettled(this.#tasks)
  }
}
