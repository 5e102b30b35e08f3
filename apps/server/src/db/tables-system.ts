import type { Generated } from 'kysely'

/** The last backup and the last restore of this installation. */
export type BackupRecords = {
  kind: 'backup' | 'restore'
  finished_at: Generated<string>
  files: number
  bytes: number
}

/** The row that an imported row became, by a digest of its origin. */
export type ImportedRows = { key: string; row_id: string }
