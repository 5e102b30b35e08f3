import type { MeetupAudience, MeetupTag } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { Time, TimeNow } from '../columns.ts'

/** Columns in `meetups`; see `migrations/058_expand_meetups.sql`. */
type Meetups = {
  id: string
  spot_id: string
  user_id: string
  starts_at: Time
  ends_at: Time
  note: string | null
  tags: Generated<MeetupTag[]>
  audience: Generated<MeetupAudience>
  /** The crew that can see it. */
  crew_id: string | null
  people_max: number | null
  canceled_at: Time | null
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `meetup_guests`; see `migrations/058_expand_meetups.sql`. */
type MeetupGuests = {
  meetup_id: string
  user_id: string
  answer: 'in' | 'maybe'
  answered_at: TimeNow
}

/** The meetup tables and their columns. */
export type MeetupsTables = {
  meetups: Meetups
  meetup_guests: MeetupGuests
}
