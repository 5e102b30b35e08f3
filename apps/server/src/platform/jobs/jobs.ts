import { fromKysely, PgBoss } from 'pg-boss'
import { type Listener, listen } from '../listen.ts'
import { Rollup, type RollupOptions } from './rollup.ts'

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
  /** For long tries: a worker silent for this many seconds (at least 10) is taken for dead and the job given on. */
  heartbeatSeconds?: number
  /** Jobs of this kind that run concurrently in this process. */
  concurrency: number
  /** Seconds a job that is done, or failed for good, stays in the queue's table; a day by default. */
  doneRetentionSeconds?: number
  /** Carries the type of the data; has no value. */
  readonly _data?: Data
}

/** What a job handler gets. `lastTry` is true when a failure now would be final. */
export type JobRun<Data> = { id: string; data: Data; lastTry: boolean; signal: AbortSignal }

/** A transaction, or a database, in which a job is enqueued. */
type Transaction = Parameters<typeof fromKysely>[0]

type Log = { error: (details: object, message: string) => void }

type Worker = { kind: JobKind<object>; handle: (run: JobRun<never>) => Promise<void> }
type Timer = { name: string; everySeconds: number; task: () => Promise<void> }

/** Where queues of changes say that something was appended, with the name of their table (nollie_signal_work). */
const SIGNALS_CHANNEL = 'nollie_work'
/** Between two looks for jobs where the database cannot signal them. */
const POLL_SECONDS = 0.5
/** Between two looks for jobs that no signal was sent for: given back by a process that died, or tried again. */
const NET_SECONDS = 10
/** The queue's own looks, of each worker, where even that fails. */
const WORKER_NET_SECONDS = 120
const SUPERVISE_SECONDS = 15
/** Between two deletions of jobs whose time in the table is over. */
const MAINTAIN_SECONDS = 600
const DONE_RETENTION_SECONDS = 24 * 3600

/** After this a job whose time has come is there for sure. */
const WAKE_AFTER_MS = 50

// The queue waits between half of this and all of it.
const longestDelay = ({ retryDelay, retryDelayMax }: JobKind<object>, retryCount: number): number =>
  Math.min(retryDelay * 2 ** Math.min(16, retryCount + 1), retryDelayMax ?? Number.POSITIVE_INFINITY)

/** Declares a kind of job; failures are retried with growing delays. */
export const jobKind = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind

/**
 * Background work stored in the same database: enqueued in the transaction of its cause, so it exists exactly when its
 * cause does, and done by any process that has registered a worker for it.
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
  #signals: Listener | null = null
  #isStarted = false
  #stopped = false

  constructor(databaseUrl: string, log: Log) {
    this.#log = log
    this.#databaseUrl = databaseUrl
    this.#boss = new PgBoss({
      connectionString: databaseUrl,
      schema: 'jobs',
      max: 4,
      application_name: 'nollie-jobs',
      useListenNotify: true,
      // Nothing here runs by the calendar, and no job waits for another.
      schedule: false,
      flowIntervalSeconds: MAINTAIN_SECONDS,
      // The delay until a job of a dead process is retried: a heartbeat and this.
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: MAINTAIN_SECONDS,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  }

  // Registered later, its jobs would silently never run.
  #requireNotStarted(name: string): void {
    if (this.#isStarted) throw new Error(`"${name}" is registered after the jobs were started`)
  }

  /** Registers the worker of a kind; before {@link start}. */
  work<Data extends object>(kind: JobKind<Data>, handle: (run: JobRun<Data>) => Promise<void>): void {
    this.#requireNotStarted(kind.name)
    this.#kinds.set(kind.name, kind)
    this.#workers.push({ kind, handle })
  }

  /** Registers something this process does every so many seconds, one run at a time; before {@link start}. */
  every(name: string, everySeconds: number, task: () => Promise<void>): void {
    this.#requireNotStarted(name)
    this.#timers.push({ name, everySeconds, task })
  }

  /**
   * Registers what empties queues of changes: begun by what is appended to these `tables`, again within `pauseSeconds`
   * while there is something, and now and then without any signal. `task` returns whether there was something. Before
   * {@link start}.
   */
  rollup(name: string, options: RollupOptions, task: () => Promise<boolean>): void {
    this.#requireNotStarted(name)
    const run = (work: Promise<void>) => {
      this.#tasks.add(work)
      void work.finally(() => this.#tasks.delete(work))
    }
    const failed = (error: unknown) => this.#log.error({ err: error, task: name }, 'background task failed')
    this.#rollups.push(new Rollup(name, options, { task, run, failed }))
  }

  /** Creates the queue's tables and queues, then begins to work. */
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
      // What was appended before, or while nobody listened.
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
      // Where there was one there may be more: after this one the next is fetched without a pause.
      this.#boss.notifyWorker(id)
      const lastTry = job.retryCount >= job.retryLimit
      try {
        await handle({ id: job.id, data: job.data as never, lastTry, signal: job.signal })
      } catch (error) {
        if (!lastTry) this.#wakeIn(kind.name, longestDelay(kind, job.retryCount))
        throw error
      }
    })
    this.#workerIds.set(kind.name, [...(this.#workerIds.get(kind.name) ?? []), id])
  }

  // One look for all workers; the counts are those of the last supervision.
  async #wakeReady(): Promise<void> {
    const queues = await this.#boss.getQueues([...this.#workerIds.keys()])
    for (const { name, readyCount } of queues) if (readyCount > 0) this.#wake(name)
  }

  #wake(name: string): void {
    for (const id of this.#workerIds.get(name) ?? []) this.#boss.notifyWorker(id)
  }

  // No signal is sent when the start time of a delayed job comes.
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

  /** Does once, now, what was registered under this name. */
  async runTimer(name: string): Promise<void> {
    const timer = [...this.#timers, ...this.#rollups].find((one) => one.name === name)
    if (!timer) throw new Error(`nothing is done regularly under the name "${name}"`)
    await timer.task()
  }

  #schedule(timer: Timer): void {
    if (this.#stopped) return
    const handle = setTimeout(() => {
      this.#running.delete(handle)
      const task = timer
        .task()
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
   * Enqueues a job in the transaction of its cause. `key` makes it the only one of its kind waiting under that key; under
   * an `id` of the caller's a kind has one job, whoever sends it how often. Of those that wait, `urgent` ones come first.
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

  /** True when the queue's tables answer. */
  async ready(): Promise<boolean> {
    return this.#boss.isInstalled()
  }

  /** Version of the queue's tables; null where there are none. */
  version(): Promise<number | null> {
    return this.#boss.schemaVersion()
  }

  /** Lets running work end (at most `graceMs`), then stops. */
  async stop(graceMs = 8_000): Promise<void> {
    this.#stopped = true
    for (const handle of this.#running) clearTimeout(handle)
    for (const rollup of this.#rollups) rollup.stop()
    await this.#signals?.close()
    await this.#boss.stop({ graceful: true, timeout: graceMs, close: true })
    await Promise.allSettled(this.#tasks)
  }
}
