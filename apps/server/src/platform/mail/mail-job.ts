import { type JobKind, jobKind } from '../jobs/index.ts'

/** Declares mails as jobs: retried for more than half a day, at first quickly, then every ten minutes. */
export const mailJob = <Data extends object>(name: string): JobKind<Data> =>
  jobKind<Data>({
    name,
    retries: 100,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 90,
    heartbeatSeconds: 10,
    concurrency: 2,
  })
