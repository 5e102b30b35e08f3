import { type JobKind, jobKind } from '../jobs/index.ts'

/** Mails of one kind sent at once: what the mail server of a small host accepts. */
const CONCURRENCY = 2
/** Jobs contain names and addresses, so they stay no longer than a mail server's log is useful. */
const DONE_RETENTION_SECONDS = 3600

/**
 * Declares mails as jobs: retried for more than half a day, at first quickly, then every ten minutes. Each kind has its
 * own queue and worker, so that no kind waits for another.
 */
export const mailJob = <Data extends object>(name: string): JobKind<Data> =>
  jobKind<Data>({
    name,
    retries: 100,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 90,
    heartbeatSeconds: 10,
    concurrency: CONCURRENCY,
    doneRetentionSeconds: DONE_RETENTION_SECONDS,
  })

/** Declares the jobs that find out which mail to send, if any. They send nothing themselves, so they are fast. */
export const mailLookupJob = <Data extends object>(name: string): JobKind<Data> =>
  jobKind<Data>({
    name,
    retries: 20,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    concurrency: 2,
    doneRetentionSeconds: DONE_RETENTION_SECONDS,
  })
