import type { Audience, ExactAudience, Precision, SpotType } from '@nollie/contract'
import type { Json, TimeNow, TimeOrNull } from '../columns.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** The exact position of a spot that isn't shown exactly, and the two points that can be shown instead. */
export type SpotPositions = {
  spot_id: string
  latitude: number
  longitude: number
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  postal_code: string | null
  near_latitude: number
  near_longitude: number
  far_latitude: number
  far_longitude: number
  qk: GeneratedAlways<number>
}

/** Names and descriptions hidden by moderators. */
type SpotHiddenTexts = {
  spot_id: string
  name: string
  description: string | null
  description_by: string | null
  shown_name: string
  hidden_at: TimeNow
}

/** Changes to spots. */
type SpotEdits = {
  id: string
  spot_id: string
  user_id: string | null
  action: 'edit' | 'status' | 'cover' | 'delete' | 'restore' | 'merge' | 'unmerge'
  /** The source whose import changed the spot. */
  source: Generated<string | null>
  version: number
  before: Json<Record<string, unknown>>
  created_at: TimeNow
}

type Spots = {
  id: string
  name: string
  /** Whether an import made up the name, because its source has none. */
  name_is_guess: Generated<boolean>
  description: string | null
  /** The description's last author; null for an imported one. */
  description_by: Generated<string | null>
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  postal_code: string | null
  latitude: number
  longitude: number
  difficulty_level: 'beginner' | 'intermediate' | 'advanced' | null
  spot_types: SpotType[] | null
  spot_type: GeneratedAlways<SpotType | null>
  cover_media_id: string | null
  status: Generated<'open' | 'gone'>
  /** Who can see the spot. */
  audience: Generated<Audience>
  /** How precisely `latitude`, `longitude`, and the address match the real position. */
  precision: Generated<Precision>
  /** Who can see the exact position, and can see the spot before it opens. */
  exact_for: Generated<ExactAudience>
  opens_at: TimeOrNull
  /** The spot's audience once it opens. */
  opens_to: Generated<Audience | null>
  /** The crew that the spot is shared with. */
  crew_id: Generated<string | null>
  has_video: Generated<boolean>
  created_by: string | null
  source: string | null
  source_id: string | null
  source_dataset: string | null
  source_licence: string | null
  source_url: string | null
  version: Generated<number>
  created_at: TimeNow
  updated_at: TimeNow
  deleted_at: TimeOrNull
  deleted_by: string | null
  purged_at: TimeOrNull
  search_name: GeneratedAlways<string>
  search_text: GeneratedAlways<string>
  search_place: GeneratedAlways<string>
  qk: GeneratedAlways<number>
  facets: GeneratedAlways<number>
  spot_state: Generated<'open' | 'skatestopped' | 'under_construction' | 'closed' | null>
  state_until: Generated<string | null>
  confirmed_at: TimeOrNull
  confirmed_by: Generated<number>
  gone_since: TimeOrNull
  left_map_at: TimeOrNull
  /** When the source stopped listing the spot. */
  source_missing_since: TimeOrNull
}

/** The spot tables and their columns. */
export type SpotsTables = {
  spots: Spots
  spot_hidden_texts: SpotHiddenTexts
  spot_positions: SpotPositions
  spot_edits: SpotEdits
}
