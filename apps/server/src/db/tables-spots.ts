import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, TimeNow } from './columns.ts'

/** Where a spot is that is not shown exactly, and the two points by which it may be shown. */
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

/** Names and descriptions that moderators hid. */
export type SpotHiddenTexts = {
  spot_id: string
  name: string
  description: string | null
  description_by: string | null
  shown_name: string
  hidden_at: TimeNow
}

/** The history of spots. */
export type SpotEdits = {
  id: string
  spot_id: string
  user_id: string | null
  action: 'edit' | 'status' | 'cover' | 'delete' | 'restore' | 'merge' | 'unmerge'
  /** The source whose import changed it. */
  source: Generated<string | null>
  version: number
  before: Json<Record<string, unknown>>
  created_at: TimeNow
}
