/** A kind of background job: its name, its data, and how failures are handled. */
export type JobKind<Data extends object> = {
  name: string
  /** Retries after the first attempt. */
  retries: number
  /** Seconds before the first retry; doubles each time up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax?: number
  /** Timeout of one attempt in seconds. */
  expireInSeconds: number
  /**
   * For long attempts: a worker without a heartbeat for this many seconds (at least 10) counts as dead, and its job is
   * retried.
   */
  heartbeatSeconds?: number
  /** Jobs of this kind that run concurrently in this process. */
  concurrency: number
  /** Seconds that a completed or failed job stays in the queue's table; one day by default. */
  doneRetentionSeconds?: number
  /** Only carries the type of the data. */
  readonly _data?: Data
}

/** The input of a job handler. If `lastTry` is true, a failure is final. */
export type JobRun<Data> = { id: string; data: Data; lastTry: boolean; signal: AbortSignal }

/** Declares a kind of job; failed attempts are retried with exponential backoff. */
export const jobKind = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind
