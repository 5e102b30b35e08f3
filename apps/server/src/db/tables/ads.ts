import type { Generated } from 'kysely'
import type { TimeNow } from '../columns.ts'

/** Columns in `ads`; see `migrations/016_expand_ads.sql`. Days are `YYYY-MM-DD`. */
type Ads = {
  id: string
  created_by: string | null
  title: string
  content: string
  link: string
  media_id: string | null
  place_name: string
  latitude: number
  longitude: number
  radius_km: number
  starts_on: string
  ends_on: string
  created_at: TimeNow
}

/** Columns in `ad_days`; see `migrations/016_expand_ads.sql`. */
type AdDays = {
  ad_id: string
  day: string
  slice: number
  views: Generated<number>
  presses: Generated<number>
}

/** The ad tables and their columns. */
export type AdsTables = {
  ads: Ads
  ad_days: AdDays
}
