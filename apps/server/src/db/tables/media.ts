import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `media`; see `migrations/001_baseline/`. */
type Media = {
  id: string
  owner_id: string | null
  type: 'image' | 'video'
  status: 'uploading' | 'processing' | 'ready' | 'failed'
  key: string | null
  bytes: number
  stored_bytes: Generated<number>
  tries: Generated<number>
  width: number | null
  height: number | null
  thumbhash: string | null
  duration: number | null
  failure: string | null
  alt_text: string | null
  attached_at: TimeOrNull
  unwanted_since: TimeOrNull
  claim: string | null
  due_at: TimeNow
  largest_pending: Generated<boolean>
  /** A signed 64-bit number in decimal, because JavaScript can't represent it exactly. */
  picture_hash: string | null
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `media_turns`; see `migrations/001_baseline/`. */
type MediaTurns = { owner_id: string; lane: 'quick' | 'encode' | 'largest'; served_at: TimeNow }

/** Columns in `upload_parts`; see `migrations/001_baseline/`. */
type UploadParts = { media_id: string; start: number; bytes: number; file: string }

/** The media tables and their columns. */
export type MediaTables = {
  media: Media
  media_turns: MediaTurns
  upload_parts: UploadParts
}
