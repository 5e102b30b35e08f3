import { type JobKind, jobKind } from '../jobs/index.ts'

/** Number of emails of one type sent concurrently, low enough for a small host's mail server. */
const CONCURRENCY = 2
/** Jobs contain names and addresses, so they're retained only as long as they help with reading a mail server's log. */
const DONE_RETENTION_SECONDS = 3600

/**
 * Declares emails as jobs: retried for more than half a day, quickly at first, then every ten minutes. Each type has
 * its own queue and worker, so no type waits for another.
 */
export function mailJob<Data extends object>(name: string): JobKind<Data> {
  return jobKind<Data>({
    name,
    retries: 100,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 90,
    heartbeatSeconds: 10,
    concurrency: CONCURRENCY,
    doneRetentionSeconds: DONE_RETENTION_SECONDS,
  })
}

/** Declares jobs that determine which email to send, if any. They send nothing themselves, so they're fast. */
export function mailLookupJob<Data extends object>(name: string): JobKind<Data> {
  return jobKind<Data>({
    name,
    retries: 20,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    concurrency: 2,
    doneRetentionSeconds: DONE_RETENTION_SECONDS,
  })
}
