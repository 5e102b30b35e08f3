/** A type of background job: its name, its data, and how failures are handled. */
export type JobKind<Data extends object> = {
  name: string
  /** Number of retries after the first attempt. */
  retries: number
  /** Seconds before the first retry; doubles each time, up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax?: number
  /** Timeout for one attempt, in seconds. */
  expireInSeconds: number
  /**
   * For long attempts: a worker that sends no heartbeat for this many seconds (at least 10) counts as dead, and its job
   * is retried.
   */
  heartbeatSeconds?: number
  /** Maximum number of jobs of this type that this process runs concurrently. */
  concurrency: number
  /** Seconds that a completed or failed job stays in the queue's table; defaults to one day. */
  doneRetentionSeconds?: number
  /** Only used for the data's type; never has a value. */
  readonly _data?: Data
}

/** A job handler's input. If `lastTry` is true, a failure is final. */
export type JobRun<Data> = { id: string; data: Data; lastTry: boolean; signal: AbortSignal }

/** Declares a type of job; failed attempts are retried with exponential backoff. */
export function jobKind<Data extends object>(kind: JobKind<Data>): JobKind<Data> {
  return kind
}
