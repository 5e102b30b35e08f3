import type { Meetup, MeetupAudience, MeetupTag } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** A meetup as read, with the position that its time zone follows from. */
export type MeetupRow = Omit<Meetup, 'time_zone'> & { latitude: number; longitude: number }

/** SQL for how many people are in meetup `m`, including the host and people whom the viewer can't see. */
const allIn = sql`1 + (select count(*) from visible_meetup_guests(null) g where g.meetup_id = m.id and g.answer = 'in')`

/** SQL that reads visible meetups `m` as {@link MeetupRow} in `item`, each with up to `shown` guests. */
function readMeetups(me: ViewerInSql, shown: number): RawBuilder<{ item: MeetupRow }> {
  return sql<{ item: MeetupRow }>`
  select json_build_object('id', m.id, 'host', ${personJson('host')}, 'is_own', m.user_id = ${me},
    'spot', json_build_object('id', s.id, 'name', s.name), 'latitude', s.latitude, 'longitude', s.longitude,
    'starts_at', ${moment('m.starts_at')}, 'ends_at', ${moment('m.ends_at')}, 'note', m.note, 'tags', m.tags,
    'audience', m.audience,
    'crew', (select json_build_object('id', crew.id, 'name', crew.name) from crews crew where crew.id = m.crew_id),
    'people_max', m.people_max, 'is_full', ${allIn} >= coalesce(m.people_max, ${sql.lit(LIMITS.meetup_people_max)}),
    'is_canceled', m.canceled_at is not null, 'in_count', 1 + guests.in_count, 'maybe_count', guests.maybe_count,
    'answer', (select g.answer from meetup_guests g where g.meetup_id = m.id and g.user_id = ${me}),
    'guests', guests.shown) as item
  from visible_meetups(${me}) m
    join profiles host on host.user_id = m.user_id
    cross join lateral (select one.* from visible_spots(${me}) one where one.id = m.spot_id offset 0) s
    cross join lateral (
      select count(*) filter (where g.answer = 'in') as in_count, count(*) filter (where g.answer = 'maybe') as maybe_count,
        coalesce(json_agg(json_build_object('user', ${personJson('guest')}, 'answer', g.answer)
          order by g.answer, g.answered_at, g.user_id) filter (where g.place <= ${shown}::int), '[]') as shown
      from (
        select seen.*, row_number() over (order by seen.answer, seen.answered_at, seen.user_id) as place
        from visible_meetup_guests(${me}) seen where seen.meetup_id = m.id
      ) g join profiles guest on guest.user_id = g.user_id
    ) guests`
}

/** Returns a meetup with its guests; undefined if the viewer can't see it. */
export async function findMeetup(db: Db, viewer: string, id: string): Promise<MeetupRow | undefined> {
  const { rows } = await sql<{ item: MeetupRow }>`
    ${readMeetups(viewerId(viewer), LIMITS.meetup_guests_max)} where m.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** Returns the meetups at a spot that a viewer can see, except canceled ones: the earliest first, those that ended last. */
export async function selectMeetups(db: Db, viewer: string, spot_id: string): Promise<MeetupRow[]> {
  const { rows } = await sql<{ item: MeetupRow }>`
    ${readMeetups(viewerId(viewer), LIMITS.meetup_guests_shown)}
    where m.spot_id = ${spot_id} and m.canceled_at is null
    order by m.ends_at <= now(), m.starts_at, m.id limit ${LIMITS.meetups_shown}`.execute(db)
  return rows.map(({ item }) => item)
}

/** Returns how many meetups to come a person has, and how many at a spot. Locks both until the end of the transaction. */
export async function lockCounts(
  tx: Tx,
  user_id: string,
  spot_id: string,
): Promise<{ all: number; here: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`meetups ${user_id}`}, 0))`.execute(tx)
  const { rows } = await sql<{ all: number; here: number }>`
    select count(*)::int as all, (count(*) filter (where m.spot_id = ${spot_id}))::int as here
    from visible_meetups(${viewerId(user_id)}) m
    where m.user_id = ${user_id} and m.canceled_at is null and m.ends_at > now()`.execute(tx)
  return rows[0] ?? { all: 0, here: 0 }
}

/** Whether a person can see a spot at its exact position. */
export async function isSpotKnownExactly(db: Db, viewer: string, spot_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from exactly_visible_spots(${viewerId(viewer)}) s where s.id = ${spot_id}`.execute(db)
  return rows.length > 0
}

type NewRow = {
  id: string
  spot_id: string
  user_id: string
  starts_at: string
  ends_at: string
  note: string | null
  tags: MeetupTag[]
  audience: MeetupAudience
  crew_id: string | null
  people_max: number | null
}

/** Inserts a meetup. */
export async function insertMeetup(tx: Tx, row: NewRow): Promise<void> {
  await tx.insertInto('meetups').values(row).execute()
}

/** A locked meetup. */
export type LockedMeetup = {
  id: string
  user_id: string
  starts_at: string
  ends_at: string
  note: string | null
  is_over: boolean
  is_canceled: boolean
  people_max: number | null
}

/** Locks a meetup that a person can see until the end of the transaction; undefined if there is none. */
export async function lockMeetup(tx: Tx, viewer: string, id: string): Promise<LockedMeetup | undefined> {
  const { rows } = await sql<LockedMeetup>`
    select m.id, m.user_id, ${moment('m.starts_at')} as starts_at, ${moment('m.ends_at')} as ends_at, m.note,
      m.ends_at <= now() as is_over, m.canceled_at is not null as is_canceled, m.people_max
    from meetups m
    where m.id = ${id} and exists (select from visible_meetups(${viewerId(viewer)}) seen where seen.id = m.id offset 0)
    for no key update`.execute(tx)
  return rows[0]
}

type Changes = Partial<Pick<NewRow, 'starts_at' | 'ends_at' | 'note' | 'tags' | 'people_max'>>

/** Changes a meetup. */
export async function updateMeetup(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx
    .updateTable('meetups')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks a meetup as canceled. */
export async function setCanceled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('meetups').set({ canceled_at: sql<string>`now()` }).where('id', '=', id).execute()
}

/** Locks a meetup for a moderator; undefined if it doesn't exist. */
export function lockReported(tx: Tx, id: string): Promise<{ id: string; user_id: string } | undefined> {
  return tx
    .selectFrom('meetups')
    .select(['id', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a meetup. */
export async function deleteMeetup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('meetups').where('id', '=', id).execute()
}

/** Deletes meetups that ended an hour ago, with their answers and notifications. */
export function deleteEndedMeetups(db: Db): Promise<void> {
  return deleteInBatches(db, 'meetups', sql`ends_at <= now() - interval '1 hour'`)
}
