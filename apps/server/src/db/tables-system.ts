import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Time, TimeNow } from './columns.ts'

/** The last backup and the last restore of this installation. */
type BackupRecords = {
  kind: 'backup' | 'restore'
  finished_at: Generated<string>
  files: number
  bytes: number
}

/** The row created from an imported row, by a digest of its origin. */
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

/** The tables of the system itself, by name. */
export type SystemTables = {
  rate_counts: RateCounts
  task_turns: TaskTurns
  idempotency_keys: IdempotencyKeys
  events: Events
  imported_rows: ImportedRows
  backup_records: BackupRecords
}
