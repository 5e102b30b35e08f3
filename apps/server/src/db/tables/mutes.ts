import type { TimeNow } from '../columns.ts'

type Mutes = { muter_id: string; muted_id: string; created_at: TimeNow }

/** The tables of muted people and their columns. */
export type MutesTables = {
  mutes: Mutes
}
