import { measureDisk } from '../platform/files/index.ts'
import type { HealthReport } from '@nollie/contract'
import { explainStop, readArchiveState, readVerified } from '../backup/archive/archive-state.ts'
import { selectBackupRecords } from '../db/backup-records.ts'
import { countConnections, type Db } from '../db/open.ts'
import { Refusal } from '../platform/http/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { watch } from '../platform/telemetry/index.ts'
import {
  findFailing,
  makeDue,
  selectDatabaseFacts,
  selectFailing,
  selectJobCounts,
  selectMediaQueue,
  selectMediaTotals,
} from './health.queries.ts'
import { type Configured, findWarnings } from './health-warnings.ts'
import { say } from '../platform/languages/index.ts'

export type HealthDeps = {
  db: Db
  jobs: Jobs
  dataDir: string
  version: string
  configured: Configured
  /** Returns the number of this process's open streams. */
  streams: () => number
}

const MAX_FAILING = 50

/** Counts the emails sent by this process since it started. */
export function countMails() {
  const counts = { sent: 0, failed: 0 }
  const stop = watch('mail', ({ outcome }) => {
    counts[outcome === 'sent' || outcome === 'stored' ? 'sent' : 'failed'] += 1
  })
  return { counts, stop }
}

async function describeDisk(dataDir: string): Promise<HealthReport['storage']['disk']> {
  const disk = await measureDisk(dataDir).catch(() => null)
  return disk && { bytes: disk.size, free_bytes: disk.free }
}

/** Builds a report about the server's current state. */
export async function healthReport(
  { db, dataDir, version, configured, streams }: HealthDeps,
  mails: { sent: number; failed: number },
): Promise<HealthReport> {
  const [disk, backups, archive, check, facts, kinds, failing, media, totals] = await Promise.all([
    describeDisk(dataDir),
    selectBackupRecords(db),
    readArchiveState(dataDir),
    readVerified(dataDir),
    selectDatabaseFacts(db),
    selectJobCounts(db),
    selectFailing(db, MAX_FAILING),
    selectMediaQueue(db),
    selectMediaTotals(db),
  ])
  const now = Date.now()
  const startedAt = now - process.uptime() * 1000
  const state = {
    disk,
    backup: backups.backup,
    isArchived: typeof archive?.from === 'string',
    archiveError: explainStop(archive, now, startedAt),
    checkError: check && !check.ok ? check.detail : null,
    failed: kinds.reduce((sum, kind) => sum + kind.failed, 0),
  }
  return {
    made_at: new Date(now).toISOString(),
    started_at: new Date(startedAt).toISOString(),
    versions: {
      program: version,
      node: process.versions.node,
      database: facts.version,
      schema: facts.schema,
    },
    queue: { kinds, failing, media_waiting: media.waiting, media_oldest_seconds: media.oldest_seconds },
    storage: { disk, media_files: totals.files, media_bytes: totals.bytes, database_bytes: facts.bytes },
    backups: {
      last_backup: backups.backup,
      last_restore: backups.restore,
      archive: archive && {
        from: archive.from,
        until: archive.until,
        bytes: archive.bytes,
        error: archive.error,
      },
      last_check: check && { at: check.at, ok: check.ok },
    },
    mail: { transport: configured.smtpUrl === null ? 'files' : 'smtp', ...mails },
    process: {
      streams: streams(),
      connections: countConnections(db),
      memory_bytes: process.memoryUsage.rss(),
    },
    warnings: findWarnings(configured, state, now),
  }
}

/**
 * Retries a failing job now.
 * @throws Refusal NOT_FOUND if it isn't failing or no longer is
 */
export async function retryJob({ db, jobs }: HealthDeps, id: string): Promise<void> {
  const found = await findFailing(db, id)
  if (!found) throw new Refusal('NOT_FOUND', { detail: say`This job is no longer failing.` })
  if (found.state === 'retry') await makeDue(db, found.kind, id)
  await jobs.retry(found.kind, id)
}
