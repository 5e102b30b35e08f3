import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

type Exports = {
  id: string
  user_id: string
  status: Generated<'waiting' | 'ready' | 'failed'>
  bytes: number | null
  asked_at: TimeNow
  expires_at: TimeOrNull
}

/** The data export tables and their columns. */
export type MyDataTables = {
  exports: Exports
}
