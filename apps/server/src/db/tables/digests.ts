import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `digest_settings`; see `migrations/018_expand_digests.sql`. */
type DigestSettings = {
  user_id: string
  time_zone: Generated<string>
  /** Null if the person gets no weekly email. */
  digest_due_at: TimeOrNull
  digest_queued_at: TimeOrNull
  /** The job that is sending the email. */
  digest_begun: string | null
  /** Null if the person gets no notifications about new spots. */
  places_since: TimeOrNull
  places_notified_at: TimeOrNull
  areas_notified_at: TimeOrNull
}

/** Columns in `new_spots`; see `migrations/018_expand_digests.sql`. */
type NewSpots = { spot_id: string }

/** Columns in `spots_near`; see `migrations/018_expand_digests.sql`. */
type SpotsNear = {
  user_id: string
  spot_id: string
  added_at: TimeNow
  notification_id: string | null
}

/** The digest tables and their columns. */
export type DigestsTables = {
  digest_settings: DigestSettings
  new_spots: NewSpots
  spots_near: SpotsNear
}
