import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import { type Listener, listen } from '../listen.ts'
import { measured } from '../telemetry/index.ts'
import { Rollup, type RollupOptions } from './rollup.ts'
import { Turns } from './turns.ts'

/** A kind of background work: its name, what it needs, and how failures are handled. */
export type JobKind<Data extends object> = {
  name: string
  /** Tries after the first. */
  retries: number
  /** Seconds before the second try; doubles each time up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax?: number
  /** Seconds one try may take before it counts as failed. */
  expireInSeconds: number
  /**
   * For long tries: a worker that was silent for this many seconds (at least 10) counts as dead, and its job is
   * retried.
   */
  heartbeatSeconds?: number
  /** Jobs of this kind that run concurrently in this process. */
  concurrency: number
  /** Seconds that a completed or failed job stays in the queue's table; a day by default. */
  doneRetentionSeconds?: number
  /** Only carries the type of the data. */
  readonly _data?: Data
}

/** What a job handler receives. With `lastTry` a failure is final. */
export type JobRun<Data> = { id: string; data: Data; lastTry: boolean; signal: AbortSignal }

/** A transaction, or a database, in which a job is enqueued. */
type Transaction = Parameters<typeof fromKysely>[0]

type Log = { error: (details: object, message: string) => void }

type Worker = { kind: JobKind<object>; handle: (run: JobRun<never>) => Promise<void> }
type Timer = { name: string; everySeconds: number; task: () => Promise<void>; isShared?: boolean }

/** The channel of nollie_signal_work, which sends the name of a table with queued changes. */
const SIGNALS_CHANNEL = 'nollie_work'
/** Between two polls where the database cannot send signals. */
const POLL_SECONDS = 0.5
/** Between two polls for jobs without a signal: of a process that died, or to be retried. */
const NET_SECONDS = 10
/** Between each worker's own polls, if even that fails. */
const WORKER_NET_SECONDS = 120
const SUPERVISE_SECONDS = 15
/** Between two deletions of old jobs. */
const MAINTAIN_SECONDS = 600
const DONE_RETENTION_SECONDS = 24 * 3600
/** How long a handler may take to end after its job was aborted by a stop. */
const ABORT_MS = 1_000

// The next try counts as a repeated one, so that late results of this one are refused; one more is allowed. Only this
// try is given back: another process may have begun the next one. Notifies the workers as the queue itself does for a
// new job.
const GIVE_BACK = `
  with given as (
    update jobs.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now()
    where name = $1 and id = $2 and retry_count = $3 and state = 'active' returning name
  )
  select pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), name) from given`

/** Delay after which a due job is certainly visible. */
const WAKE_AFTER_MS = 50

// The queue waits between half of this and all of it.
const longestDelay = ({ retryDelay, retryDelayMax }: JobKind<object>, retryCount: number): number =>
  Math.min(retryDelay * 2 ** Math.min(16, retryCount + 1), retryDelayMax ?? Number.POSITIVE_INFINITY)

/** Declares a kind of job; failed tries are retried with growing delays. */
export const jobKind = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind

/** How a process takes part. */
export type JobsOptions = {
  /** Whether this process runs jobs and regular tasks; without, it only enqueues. */
  works?: boolean
}

type Active = { kind: string; retryCount: number; ended: Promise<unknown> }

/**
 * Background jobs stored in the same database. A job is enqueued in the transaction of its cause, so that it exists
 * exactly if the cause does, and run by any process with a worker for its kind.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #workers: Worker[] = []
  readonly #timers: Timer[] = []
  readonly #rollups: Rollup[] = []
  readonly #running = new Set<NodeJS.Timeout>()
  readonly #kinds = new Map<string, JobKind<object>>()
  readonly #tasks = new Set<Promise<void>>()
  readonly #workerIds = new Map<string, string[]>()
  readonly #databaseUrl: string
  readonly #works: boolean
  readonly #turns: Turns
  readonly #active = new Map<string, Active>()
  readonly #stopping = new AbortController()
  #signals: Listener | null = null
  #isStarted = false
  #stopped = false

  constructor(databaseUrl: string, log: Log, { works = true }: JobsOptions = {}) {
    this.#log = log
    this.#databaseUrl = databaseUrl
    this.#works = works
    this.#turns = new Turns((text, values) => this.#execute(text, values))
    this.#boss = new PgBoss({
      connectionString: databaseUrl,
      schema: 'jobs',
      max: 4,
      application_name: 'nollie-jobs',
      // The role may have limits for the sessions of a pooler.
      options: '-c statement_timeout=0 -c lock_timeout=0',
      useListenNotify: works,
      supervise: works,
      // No job runs at fixed times, or waits for another job.
      schedule: false,
      flowIntervalSeconds: MAINTAIN_SECONDS,
      // With the heartbeat, the delay until a job of a dead process is retried.
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: MAINTAIN_SECONDS,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  }

  // Jobs of a kind registered later would never run, without an error.
  #requireNotStarted(name: string): void {
    if (this.#isStarted) throw new Error(`"${name}" is registered after the jobs were started`)
  }

  /** Registers the worker of a kind; before {@link start}. */
  work<Data extends object>(kind: JobKind<Data>, handle: (run: JobRun<Data>) => Promise<void>): void {
    this.#requireNotStarted(kind.name)
    this.#kinds.set(kind.name, kind)
    this.#workers.push({ kind, handle })
  }

  /**
   * Registers a task that runs every `everySeconds`, one run at a time: in each process that works, or, if it
   * `isShared`, in one of them. Before {@link start}.
   */
  every(name: string, everySeconds: number, task: () => Promise<void>, isShared = false): void {
    this.#requireNotStarted(name)
    this.#timers.push({ name, everySeconds, task: () => measured('task', name, task), isShared })
  }

  /**
   * Registers a task that empties queues of changes. It runs when rows are appended to one of the `tables`, again
   * within `pauseSeconds` while there are rows, and sometimes without a signal. `task` returns whether there were rows.
   * Before {@link start}.
   */
  rollup(name: string, options: RollupOptions, task: () => Promise<boolean>): void {
    this.#requireNotStarted(name)
    const run = (work: Promise<void>) => {
      this.#tasks.add(work)
      void work.finally(() => this.#tasks.delete(work))
    }
    const failed = (error: unknown) => this.#log.error({ err: error, task: name }, 'background task failed')
    const counted = () => measured('task', name, task)
    this.#rollups.push(new Rollup(name, options, { task: counted, run, failed }))
  }

  #execute(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#boss.getDb().executeSql(text, values)
  }

  /** Creates the queue's tables and queues, then starts the workers of a process that works. */
  async start(): Promise<void> {
    this.#isStarted = true
    await this.#boss.start()
    for (const kind of this.#kinds.values()) {
      const options = {
        retryLimit: kind.retries,
        retryDelay: kind.retryDelay,
        retryBackoff: true,
        ...(kind.retryDelayMax ? { retryDelayMax: kind.retryDelayMax } : {}),
        expireInSeconds: kind.expireInSeconds,
        ...(kind.heartbeatSeconds ? { heartbeatSeconds: kind.heartbeatSeconds } : {}),
        notify: true,
        deleteAfterSeconds: kind.doneRetentionSeconds ?? DONE_RETENTION_SECONDS,
      }
      await this.#boss.createQueue(kind.name, options)
      await this.#boss.updateQueue(kind.name, options)
    }
    if (!this.#works) return
    for (const worker of this.#workers)
      for (let n = 0; n < worker.kind.concurrency; n++) await this.#startWorker(worker)
    for (const timer of this.#timers) this.#schedule(timer)
    this.#schedule({ name: 'waiting jobs', everySeconds: NET_SECONDS, task: () => this.#wakeReady() })
    this.#listen()
  }

  #listen(): void {
    if (this.#rollups.length === 0) return
    this.#signals = listen(this.#databaseUrl, SIGNALS_CHANNEL, {
      notified: (table) => {
        for (const rollup of this.#rollups) if (rollup.tables.includes(table)) rollup.signal()
      },
      // Rows appended before, or while nobody listened.
      connected: () => {
        for (const rollup of this.#rollups) rollup.signal()
      },
    })
  }

  async #startWorker({ kind, handle }: Worker): Promise<void> {
    let id = ''
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: WORKER_NET_SECONDS,
      batchSize: 1,
      includeMetadata: true,
    } as const
    id = await this.#boss.work(kind.name, options, async ([job]) => {
      if (!job) return
      // After a job there may be more, so the next is fetched without a pause.
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
        if (!lastTry) this.#wakeIn(kind.name, longestDelay(kind, job.retryCount))
        throw error
      } finally {
        this.#active.delete(job.id)
      }
    })
    this.#workerIds.set(kind.name, [...(this.#workerIds.get(kind.name) ?? []), id])
  }

  #giveBack(id: string, { kind, retryCount }: Active): Promise<unknown> {
    return this.#execute(GIVE_BACK, [kind, id, retryCount])
  }

  // One poll for all workers, with the counts of the last supervision.
  async #wakeReady(): Promise<void> {
    const queues = await this.#boss.getQueues([...this.#workerIds.keys()])
    for (const { name, readyCount } of queues) if (readyCount > 0) this.#wake(name)
  }

  #wake(name: string): void {
    for (const id of this.#workerIds.get(name) ?? []) this.#boss.notifyWorker(id)
  }

  // No signal is sent when a delayed job is due.
  #wakeIn(name: string, seconds: number): void {
    const handle = setTimeout(
      () => {
        this.#running.delete(handle)
        this.#wake(name)
      },
      seconds * 1000 + WAKE_AFTER_MS,
    )
    this.#running.add(handle)
  }

  /** Names of everything registered with {@link every} and {@link rollup}. */
  get timers(): readonly string[] {
    return [...this.#timers, ...this.#rollups].map(({ name }) => name)
  }

  /** Runs the task of this name once, now. */
  async runTimer(name: string): Promise<void> {
    const timer = [...this.#timers, ...this.#rollups].find((one) => one.name === name)
    if (!timer) throw new Error(`nothing is done regularly under the name "${name}"`)
    await timer.task()
  }

  #schedule(timer: Timer): void {
    if (this.#stopped) return
    const handle = setTimeout(() => {
      this.#running.delete(handle)
      const run = timer.isShared ? this.#turns.run(timer.name, timer.everySeconds, timer.task) : timer.task()
      const task = run
        .then(() => {})
        .catch((error: unknown) =>
          this.#log.error({ err: error, task: timer.name }, 'background task failed'),
        )
        .finally(() => {
          this.#tasks.delete(task)
          this.#schedule(timer)
        })
      this.#tasks.add(task)
    }, timer.everySeconds * 1000)
    this.#running.add(handle)
  }

  /**
   * Enqueues a job in the transaction of its cause. With `key`, at most one job of the kind waits under that key; with
   * `id`, the kind has one job of that id, however often it is sent. `urgent` jobs run first.
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
    if (startAfterSeconds && this.#workerIds.has(kind.name)) this.#wakeIn(kind.name, startAfterSeconds)
  }

  /** Runs a job of a kind that failed for good once more. */
  async retry(kind: string, id: string): Promise<void> {
    await this.#boss.retry(kind, id)
    this.#wakeIn(kind, 0)
  }

  /** Whether the queue's tables can be read. */
  async ready(): Promise<boolean> {
    return this.#boss.isInstalled()
  }

  /** Version of the queue's tables; null without tables. */
  version(): Promise<number | null> {
    return this.#boss.schemaVersion()
  }

  /**
   * Takes no more jobs, waits at most `graceMs` for the running ones, then aborts the rest and gives them back to the
   * queue: another process begins them at once, and no try is lost.
   */
  async stop(graceMs = 8_000): Promise<void> {
    this.#stopped = true
    for (const handle of this.#running) clearTimeout(handle)
    for (const rollup of this.#rollups) rollup.stop()
    await this.#signals?.close()
    const late = setTimeout(() => void this.#abort(), graceMs)
    await this.#boss.stop({ graceful: true, timeout: graceMs + 2 * ABORT_MS, close: true })
    clearTimeout(late)
    await Promise.allSettled(this.#tasks)
  }

  async #abort(): Promise<void> {
    this.#stopping.abort()
    await Promise.race([
      Promise.allSettled([...this.#active.values()].map(({ ended }) => ended)),
      sleep(ABORT_MS),
    ])
    for (const [id, active] of this.#active)
      await this.#giveBack(id, active).catch((err: unknown) =>
        this.#log.error({ err, kind: active.kind }, 'a job was not given back'),
      )
  }
}
