import { Jobs } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'

/**
 * Creates or updates the job queue's tables, which only the queue itself can do. Returns their version. Runs no jobs.
 */
export async function makeJobTables(url: string, log: Log): Promise<number | null> {
  const jobs = new Jobs(url, log)
  await jobs.start()
  const version = await jobs.version()
  await jobs.stop()
  return version
}
