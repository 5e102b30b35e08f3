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

const DONE_RETENTION_SECONDS = 24 * 3600

/** Declares a kind of job; failed tries are retried with growing delays. */
export const jobKind = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind

/** A kind as the options of its queue. */
export const queueOptions = (kind: JobKind<object>) => ({
  retryLimit: kind.retries,
  retryDelay: kind.retryDelay,
  retryBackoff: true,
  ...(kind.retryDelayMax ? { retryDelayMax: kind.retryDelayMax } : {}),
  expireInSeconds: kind.expireInSeconds,
  ...(kind.heartbeatSeconds ? { heartbeatSeconds: kind.heartbeatSeconds } : {}),
  notify: true,
  deleteAfterSeconds: kind.doneRetentionSeconds ?? DONE_RETENTION_SECONDS,
})

/** Seconds after which the next try is certainly due: the queue waits between half of this and all of it. */
export const longestDelay = ({ retryDelay, retryDelayMax }: JobKind<object>, retryCount: number): number =>
  Math.min(retryDelay * 2 ** Math.min(16, retryCount + 1), retryDelayMax ?? Number.POSITIVE_INFINITY)
