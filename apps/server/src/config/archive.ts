import { z } from 'zod'

const DEFAULT_BACKUP_DAYS = 7
const DEFAULT_BACKUP_GB = 10
const GB = 1024 ** 3

/** Environment variables for the embedded database's archive. */
export const ARCHIVE_VARIABLES = {
  BACKUP_DAYS: z
    .string()
    .regex(/^([012]?\d|30)$/, 'must be days, from 1 to 30, or 0 for no backups')
    .transform(Number)
    .optional(),
  BACKUP_MAX_GB: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be gigabytes, from 1 to 99999')
    .transform(Number)
    .optional(),
}

type ArchiveVariables = Readonly<{
  DATABASE_URL?: string | undefined
  BACKUP_DAYS?: number | undefined
  BACKUP_MAX_GB?: number | undefined
}>

/** Reads the retention and maximum size of the embedded database's archive; null means no archive. */
export function readArchiveSettings(
  set: ArchiveVariables,
): Readonly<{ days: number; maxBytes: number }> | null {
  const days = set.BACKUP_DAYS ?? DEFAULT_BACKUP_DAYS
  if (set.DATABASE_URL || days === 0) return null
  return { days, maxBytes: (set.BACKUP_MAX_GB ?? DEFAULT_BACKUP_GB) * GB }
}

/** Returns warnings about archive settings that have no effect. */
export function archiveWarnings({ DATABASE_URL, ...set }: ArchiveVariables): string[] {
  return DATABASE_URL && (set.BACKUP_DAYS ?? set.BACKUP_MAX_GB) !== undefined
    ? [
        'BACKUP_DAYS and BACKUP_MAX_GB have no effect, because they are for the embedded PostgreSQL. Back up the PostgreSQL in DATABASE_URL with its own tools (deploy/pgbackrest/README.md)',
      ]
    : []
}
