import type { FactPatch, FactValues, Marks, Obstacle } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { Json, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `spot_facts`; see `migrations/021_expand_facts.sql`. */
type SpotFactsTable = { [K in keyof FactValues]: Generated<FactValues[K]> } & {
  spot_id: string
  /** A multirange as text, which only SQL writes and reads. */
  open_minutes: Generated<string | null>
  time_zone: Generated<string | null>
  version: Generated<number>
  qk: number
  updated_at: TimeNow
}

/** Columns in `spot_obstacles`; see `migrations/021_expand_facts.sql`. */
type SpotObstacles = Obstacle & { spot_id: string; id: string; since: number }

/** Field values by name. */
export type FieldValues = Record<string, FactPatch['facts'][keyof FactValues] | Obstacle | null>

/** Columns in `fact_suggestions`; see `migrations/021_expand_facts.sql`. */
type FactSuggestions = {
  id: string
  spot_id: string
  user_id: string | null
  /** The source whose import made the change; null if a member did. */
  source: Generated<string | null>
  fields: string[]
  patch: Json<FieldValues>
  before: Json<FieldValues> | null
  undoes: string | null
  is_cleanup: Generated<boolean>
  state: Generated<'open' | 'applied' | 'undone' | 'declined' | 'withdrawn'>
  version: number | null
  created_at: TimeNow
  applied_at: TimeOrNull
  /** The person who applied or declined the change alone, as a steward of the area. */
  steward_id: Generated<string | null>
}

/** Columns in `fact_votes`; see `migrations/021_expand_facts.sql`. */
type FactVotes = { suggestion_id: string; user_id: string; agrees: boolean; created_at: TimeNow }

/** Columns in `measurements`; see `migrations/021_expand_facts.sql`. */
type Measurements = {
  id: string
  spot_id: string
  obstacle_id: string
  media_id: string
  user_id: string | null
  marks: Json<Marks>
  deck_cm: number
  height_cm: number
  height_error_cm: number
  length_cm: number | null
  length_error_cm: number | null
  created_at: TimeNow
}

/** The spot fact tables and their columns. */
export type FactsTables = {
  spot_facts: SpotFactsTable
  spot_obstacles: SpotObstacles
  fact_suggestions: FactSuggestions
  fact_votes: FactVotes
  measurements: Measurements
}
