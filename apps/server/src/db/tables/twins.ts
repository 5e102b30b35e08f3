import type { Json, Time, TimeNow, TimeOrNull } from '../columns.ts'
import type { Generated } from 'kysely'

/** Columns in `spot_forwards`; see `migrations/026_expand_twins.sql`. */
type SpotForwards = { from_id: string; to_id: string; merged_at: TimeNow }

/** Columns in `twin_queue`; see `migrations/026_expand_twins.sql`. */
type TwinQueue = { spot_id: string }

/** Columns in `twin_progress`; see `migrations/026_expand_twins.sql`. */
type TwinProgress = { work: 'spots' | 'pictures'; done_until: string }

/** Columns in `twin_pairs`; see `migrations/026_expand_twins.sql`. */
type TwinPairs = {
  spot_id: string
  other_id: string
  likeness: number
  metres: number
  same_picture: Generated<boolean>
  state: Generated<'open' | 'dismissed'>
  decided_by: string | null
  decided_at: TimeOrNull
  found_at: TimeNow
}

/** Columns in `spot_merges`; see `migrations/026_expand_twins.sql`. */
type SpotMerges = {
  id: string
  spot_id: string
  from_id: string
  merged_by: string | null
  audience: string
  taken: Json<Record<string, unknown>>
  merged_at: Time
}

/** Columns in `merge_moves`; see `migrations/026_expand_twins.sql`. */
type MergeMoves = {
  merge_id: string
  kind: string
  row_id: string
  user_id: string | null
  was: Json<Record<string, unknown>> | null
}

/** The duplicate spot tables and their columns. */
export type TwinsTables = {
  spot_forwards: SpotForwards
  spot_merges: SpotMerges
  merge_moves: MergeMoves
  twin_pairs: TwinPairs
  twin_queue: TwinQueue
  twin_progress: TwinProgress
}
