import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Time, TimeNow } from '../columns.ts'

/** This installation's last backup and last restore. */
type BackupRecords = {
  kind: 'backup' | 'restore'
  finished_at: Generated<string>
  files: number
  bytes: number
}

/** Rows created from imported rows, keyed by a digest of the imported row's origin. */
type ImportedRows = { key: string; row_id: string }

type TaskTurns = { name: string; holder: string; started_at: Time; leased_until: Time }

type RateCounts = { name: string; subject: string; window_start: Time; times: number }

type IdempotencyKeys = {
  user_id: string
  key: string
  request_hash: string
  answer: Json<unknown>
  created_at: TimeNow
}

type Events = {
  id: GeneratedAlways<number>
  topic: string
  name: string
  data: Json<unknown>
  created_at: TimeNow
}

/** The system tables and their columns. */
export type SystemTables = {
  rate_counts: RateCounts
  task_turns: TaskTurns
  idempotency_keys: IdempotencyKeys
  events: Events
  imported_rows: ImportedRows
  backup_records: BackupRecords
}
