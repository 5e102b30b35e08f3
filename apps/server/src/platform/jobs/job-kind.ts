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

/** Declares a kind of job; failed tries are retried with growing delays. */
export const jobKind = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind
