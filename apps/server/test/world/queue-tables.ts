/**
 * The job queue's tables, which it creates and clears itself. `cleared` tables are cleared every ten minutes, `stays`
 * tables never are. Each has an explanation.
 */
export const QUEUE_TABLES: Readonly<Record<string, { cleared: string } | { stays: string }>> = {
  job: { cleared: 'a day after it was done; an hour after a mail left' },
  job_common: { cleared: 'the part of `job` that holds the rows' },
  job_dependency: { cleared: 'not used' },
  queue: { stays: 'one row a kind of job' },
  version: { stays: 'one row' },
  bam: { stays: "a row for each change of the queue's own tables" },
  schedule: { stays: 'not used' },
  subscription: { stays: 'not used' },
  warning: { stays: 'not used' },
  queue_stats: { stays: 'not used' },
}
