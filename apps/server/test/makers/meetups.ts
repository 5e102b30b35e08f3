import type { MeetupAudience } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { aSpotRow } from './posts.ts'

type MeetupOptions = {
  starts_at?: string
  ends_at?: string
  note?: string
  audience?: MeetupAudience
  crew_id?: string
}

/** Returns the time in a number of hours, as a meetup's form sends it. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** Inserts a meetup directly into the tables: for all members, tomorrow, by default. Returns its id. */
export async function aMeetup(
  db: Db,
  user_id: string,
  spot_id: string,
  { starts_at, ends_at, note, audience = 'members', crew_id }: MeetupOptions = {},
): Promise<string> {
  const id = uuid()
  await db
    .insertInto('meetups')
    .values({
      id,
      user_id,
      spot_id,
      starts_at: starts_at ?? inHours(24),
      ends_at: ends_at ?? inHours(26),
      note: note ?? null,
      audience,
      crew_id: crew_id ?? null,
      people_max: null,
      canceled_at: null,
    })
    .execute()
  return id
}

/** Inserts a meetup that ended more than an hour ago. Returns its id. */
export async function anEndedMeetup(db: Db, user_id: string): Promise<string> {
  const [starts_at, ends_at] = [inHours(-3), inHours(-1.1)]
  return aMeetup(db, user_id, await aSpotRow(db, user_id), { starts_at, ends_at })
}
