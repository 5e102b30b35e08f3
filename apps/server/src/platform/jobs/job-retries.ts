import type { JobKind } from './job-kind.ts'

const DONE_RETENTION_SECONDS = 24 * 3600

/** Builds queue options for a job type: number and delay of retries, timeout, and retention. */
export function queueOptions(kind: JobKind<object>) {
  return {
    retryLimit: kind.retries,
    retryDelay: kind.retryDelay,
    retryBackoff: true,
    ...(kind.retryDelayMax ? { retryDelayMax: kind.retryDelayMax } : {}),
    expireInSeconds: kind.expireInSeconds,
    ...(kind.heartbeatSeconds ? { heartbeatSeconds: kind.heartbeatSeconds } : {}),
    notify: true,
    deleteAfterSeconds: kind.doneRetentionSeconds ?? DONE_RETENTION_SECONDS,
  }
}

/** Returns the maximum delay (s) before the next attempt. The actual delay is at least half of it. */
export function longestDelay({ retryDelay, retryDelayMax }: JobKind<object>, retryCount: number): number {
  return Math.min(retryDelay * 2 ** Math.min(16, retryCount + 1), retryDelayMax ?? Number.POSITIVE_INFINITY)
}
