import type { Time, TimeNow } from '../columns.ts'

/** Columns in `drafts`; see `migrations/017_expand_drafts.sql`. */
type Drafts = {
  id: string
  user_id: string
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  note: string | null
  taken_at: Time
  created_at: TimeNow
}

/** Columns in `draft_media`; see `migrations/017_expand_drafts.sql`. */
type DraftMedia = { draft_id: string; media_index: number; media_id: string }

/** The draft tables and their columns. */
export type DraftsTables = {
  drafts: Drafts
  draft_media: DraftMedia
}
