import type { Generated, GeneratedAlways } from 'kysely'
import type { Time, TimeNow } from '../columns.ts'

/** Columns in `steward_areas`; see `migrations/028_expand_stewards.sql`. */
type StewardAreas = {
  id: string
  name: string
  /** Written and read as text, only in SQL. */
  shape: unknown
  bounds: GeneratedAlways<unknown>
  created_at: TimeNow
}

/** Columns in `area_stewards`; see `migrations/028_expand_stewards.sql`. */
type AreaStewards = { area_id: string; user_id: string; named_by: string | null; since: TimeNow }

/** Columns in `area_follows`; see `migrations/028_expand_stewards.sql`. */
type AreaFollows = { area_id: string; user_id: string; since: TimeNow }

/** Columns in `bulletins`; see `migrations/028_expand_stewards.sql`. */
export type Bulletins = {
  id: string
  area_id: string
  spot_id: string | null
  user_id: string | null
  content: string
  starts_at: Time
  ends_at: Time
  created_at: TimeNow
}

/** Columns in `spot_settlements`; see `migrations/028_expand_stewards.sql`. */
export type SpotSettlements = {
  spot_id: string
  user_id: string | null
  state: 'open' | 'skatestopped' | 'under_construction' | 'closed' | 'gone'
  until: string
  is_over: Generated<boolean>
  created_at: TimeNow
}

type AreaChangeKind = 'spot' | 'state' | 'bulletin'

/** Columns in `area_changes`; see `migrations/028_expand_stewards.sql`. */
export type AreaChanges = {
  id: GeneratedAlways<number>
  kind: AreaChangeKind
  spot_id: string | null
  bulletin_id: string | null
}

/** Columns in `area_updates`; see `migrations/028_expand_stewards.sql`. */
type AreaUpdates = {
  id: string
  user_id: string
  area_id: string
  kind: AreaChangeKind
  spot_id: string | null
  bulletin_id: string | null
  added_at: TimeNow
  notification_id: string | null
}

/** The steward area tables and their columns. */
export type StewardTables = {
  steward_areas: StewardAreas
  area_stewards: AreaStewards
  area_follows: AreaFollows
  bulletins: Bulletins
  spot_settlements: SpotSettlements
  area_changes: AreaChanges
  area_updates: AreaUpdates
}
