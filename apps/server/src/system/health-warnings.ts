import type { HealthReport, HealthWarning } from '@nollie/contract'
import type { BackupRecord } from '../db/backup-records.ts'

/** The parts of a server's configuration that warnings depend on. */
export type Configured = {
  smtpUrl: string | null
  /** Null if not configured. */
  publicUrl: URL | null
  /** Whether TRUST_PROXY trusts everyone. */
  trustsAnybody: boolean
  videos: boolean
  operator: { name: string | null; contact: string | null }
  busyAfterMs: number
  /** Whether the secret is in the data directory even though several servers could share the database. */
  secretInFile: boolean
  /** Settings that this version doesn't use. */
  unused: readonly string[]
}

type State = {
  disk: HealthReport['storage']['disk']
  backup: BackupRecord | null
  /** Whether the embedded database has an archive, which counts as a backup. */
  isArchived: boolean
  /** Why archiving stopped; null if it hasn't. */
  archiveError: string | null
  /** Why the last backup verification failed; null if it didn't. */
  checkError: string | null
  failed: number
}

type Warning = HealthReport['warnings'][number]

const DAY_MS = 86_400_000
/** Days after which a backup is too old to rely on. */
export const BACKUP_DAYS = 7
const DISK_LOW_SHARE = 0.1
const DISK_LOW_BYTES = 1024 ** 3

function daysSince(at: string, now: number) {
  return Math.floor((now - Date.parse(at)) / DAY_MS)
}

function backupWarnings({ backup, isArchived }: State, now: number): Warning[] {
  // There is a separate warning if the archive has stopped.
  if (isArchived) return []
  if (!backup) return [{ code: 'no_backup', detail: null }]
  const days = daysSince(backup.at, now)
  return days >= BACKUP_DAYS ? [{ code: 'old_backup', detail: String(days) }] : []
}

function withDetail(code: HealthWarning, detail: string | null): Warning[] {
  return detail === null ? [] : [{ code, detail }]
}

function isLow(disk: State['disk']): disk is NonNullable<State['disk']> {
  return disk !== null && (disk.free_bytes < disk.bytes * DISK_LOW_SHARE || disk.free_bytes < DISK_LOW_BYTES)
}

function addressWarning(publicUrl: URL | null): HealthWarning | null {
  if (!publicUrl) return 'no_public_url'
  return publicUrl.protocol === 'http:' ? 'plain_http' : null
}

/** Finds the problems that an operator should fix, most urgent first. */
export function findWarnings(configured: Configured, state: State, now = Date.now()): Warning[] {
  const { operator, unused, publicUrl } = configured
  const plain = (code: HealthWarning, isTrue: boolean): Warning[] => (isTrue ? [{ code, detail: null }] : [])
  const address = addressWarning(publicUrl)
  return [
    ...(isLow(state.disk)
      ? [
          {
            code: 'disk_low' as const,
            detail: String(Math.floor((100 * state.disk.free_bytes) / state.disk.bytes)),
          },
        ]
      : []),
    ...(state.failed > 0 ? [{ code: 'failing_jobs' as const, detail: String(state.failed) }] : []),
    ...withDetail('archive_stopped', state.archiveError),
    ...withDetail('backup_failed_check', state.checkError),
    ...backupWarnings(state, now),
    ...plain('no_smtp', configured.smtpUrl === null),
    ...(address ? [{ code: address, detail: null }] : []),
    ...plain('trusts_anybody', configured.trustsAnybody),
    ...plain('secret_in_file', configured.secretInFile),
    ...plain('never_busy', configured.busyAfterMs === 0),
    ...plain('no_videos', !configured.videos),
    ...plain('no_operator', operator.name === null || operator.contact === null),
    ...(unused.length > 0 ? [{ code: 'unused_settings' as const, detail: unused.join(', ') }] : []),
  ]
}
