import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'

/** Codes for likely problems with a server's configuration or maintenance. */
export const HEALTH_WARNINGS = [
  'no_smtp',
  'no_public_url',
  'plain_http',
  'trusts_anybody',
  'no_backup',
  'old_backup',
  'archive_stopped',
  'backup_failed_check',
  'disk_low',
  'failing_jobs',
  'no_videos',
  'no_operator',
  'secret_in_file',
  'never_busy',
  'unused_settings',
] as const

/** One of the {@link HEALTH_WARNINGS}. */
export type HealthWarning = (typeof HEALTH_WARNINGS)[number]

const Count = z.number().int()
const Seconds = z.number()

/** A type of background job, with counts from its queue. */
const JobKindReport = z.object({
  kind: z.string(),
  waiting: Count,
  active: Count,
  /** Jobs that failed at least once and will be retried. */
  retrying: Count,
  /** Jobs that failed permanently. */
  failed: Count,
  /** How long the oldest due job has been waiting; null if none is due. */
  oldest_seconds: Seconds.nullable(),
})

/** A job that failed at least once. */
export const FailingJob = z
  .object({
    id: Id,
    kind: z.string(),
    state: z.enum(['retrying', 'failed']),
    tries: Count,
    /** The start of the last error message; null if the worker crashed. */
    error: z.string().nullable(),
    /** When the job will be retried, or when it failed permanently. */
    at: Moment,
  })
  .meta({ id: 'FailingJob' })

/** A job that failed at least once. */
export type FailingJob = z.output<typeof FailingJob>

/** A successful backup or restore. */
export const BackupRecord = z.object({ at: Moment, files: Count, bytes: Count })

/** A server's state, for its operator. */
export const HealthReport = z
  .object({
    made_at: Moment,
    started_at: Moment,
    versions: z.object({
      program: z.string(),
      node: z.string(),
      database: z.string(),
      /** The last migration that was applied. */
      schema: z.string(),
    }),
    queue: z.object({
      kinds: z.array(JobKindReport),
      /** The most recent failures, up to fifty. */
      failing: z.array(FailingJob),
      /** Photos and videos waiting to be processed. */
      media_waiting: Count,
      media_oldest_seconds: Seconds.nullable(),
    }),
    storage: z.object({
      /** Null if the server has no local disk. */
      disk: z.object({ bytes: Count, free_bytes: Count }).nullable(),
      media_files: Count,
      media_bytes: Count,
      database_bytes: Count,
    }),
    backups: z.object({
      last_backup: BackupRecord.nullable(),
      /** When this installation was last restored from a backup. */
      last_restore: BackupRecord.nullable(),
      /**
       * The embedded database's archive: the time range that can be restored, and the reason if archiving stopped. Null
       * if there is no archive.
       */
      archive: z
        .object({
          from: Moment.nullable(),
          until: Moment.nullable(),
          bytes: Count,
          error: z.string().nullable(),
        })
        .nullable(),
      /** The last check that restored a backup to a temporary database. */
      last_check: z.object({ at: Moment, ok: z.boolean() }).nullable(),
    }),
    mail: z.object({
      transport: z.enum(['smtp', 'files']),
      /** Emails sent since this process started. */
      sent: Count,
      failed: Count,
    }),
    /** The process that responded to this request. */
    process: z.object({
      streams: Count,
      connections: z.object({ busy: Count, idle: Count, waiting: Count, max: Count }),
      memory_bytes: Count,
    }),
    warnings: z.array(
      z.object({
        code: z.enum(HEALTH_WARNINGS),
        /** Setting names, a share, or a count; null if the code is enough. */
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'HealthReport' })

/** A server's state, for its operator. */
export type HealthReport = z.output<typeof HealthReport>

/** The data for the operator's page. */
export const healthReportEndpoints = {
  getHealthReport: endpoint('GET /api/health/report', {
    summary:
      'Get this server’s state for its operator: versions, queue, storage, backups, email, and warnings',
    policy: 'admin',
    rate: 'read',
    answer: HealthReport,
  }),
  retryJob: endpoint('POST /api/health/jobs/:job_id/retry', {
    summary: 'Retry a failing job now',
    policy: 'admin',
    rate: 'write',
    params: z.object({ job_id: Id }),
    errors: ['NOT_FOUND'],
  }),
}
