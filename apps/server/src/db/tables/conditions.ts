import type { Generated } from 'kysely'
import type { BustedBy, BustedHow, BustOutcome } from '@nollie/contract'
import type { Json, Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `bust_reports`; see `migrations/022_expand_conditions.sql`. */
type BustReports = {
  spot_id: string
  user_id: string
  day: string
  hour: number
  outcome: BustOutcome
  by_whom: BustedBy | null
  how: BustedHow | null
  created_at: TimeNow
}

/** A range of hours on a weekday, as stored in `bust_clocks.windows`. */
export type StoredWindow = { weekday: number; from: number; to: number; chance: number; certainty: number }

/** Columns in `bust_clocks`; see `migrations/022_expand_conditions.sql`. */
type BustClocks = {
  spot_id: string
  time_zone: string
  sessions: number[]
  kicked: number[]
  chances: number[]
  certainties: number[]
  windows: Json<StoredWindow[]>
  holidays: string[]
  holidays_until: string
  counted_at: TimeNow
}

/** Columns in `bust_changes`; see `migrations/022_expand_conditions.sql`. */
type BustChanges = { id: Generated<number>; spot_id: string }

/** Columns in `weather_cells`; see `migrations/022_expand_conditions.sql`. */
type WeatherCells = {
  cell: number
  asked_at: Time
  fetched_at: TimeOrNull
  hours: Json<number[][]>
  /** In PostgreSQL's multirange format. */
  wet_fast: string
  wet_normal: string
  wet_slow: string
}

/** The spot condition tables and their columns. */
export type ConditionsTables = {
  bust_reports: BustReports
  bust_clocks: BustClocks
  bust_changes: BustChanges
  weather_cells: WeatherCells
}
