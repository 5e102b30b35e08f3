import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db } from '../../db/open.ts'

/** A row in the outbox. */
export type StoredEvent = { id: number; topic: string; name: string; data: unknown }

/** A new event in the outbox, with its age in seconds. */
export type NewEvent = StoredEvent & { age: number }

/** Ids are assigned at insert, but rows appear at commit: up to this many seconds after rows with larger ids. */
export const OVERLAP_SECONDS = 20

/** Returns events after `floor`, sorted by id, that aren't among `known`. */
export function selectUnknown(
  db: Db,
  floor: number,
  known: readonly number[],
  limit: number,
): Promise<NewEvent[]> {
  return db
    .selectFrom('events')
    .select(['id', 'topic', 'name', 'data'])
    .select(sql<number>`extract(epoch from clock_timestamp() - created_at)::float8`.as('age'))
    .where('id', '>', floor)
    .where(sql<boolean>`id <> all (${known}::bigint[])`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the last id assigned, and the ids of recent rows, because late rows may still appear before them. */
export async function selectRecent(db: Db): Promise<{ last: number; ids: number[] }> {
  const { rows } = await sql<{ last: number; ids: number[] }>`
    select (select case when is_called then last_value else 0 end from events_id_seq) as last,
      coalesce((select array_agg(id) from events
        where created_at > now() - make_interval(secs => ${OVERLAP_SECONDS})), '{}') as ids`.execute(db)
  return rows[0] ?? { last: 0, ids: [] }
}

/**
 * Returns the events on these topics that a stream missed after the event `last`, sorted by id. May include some that
 * the stream already received. Returns null if `last` was deleted, or if there are more than `limit` events.
 */
export async function selectMissed(
  db: Db,
  topics: readonly string[],
  last: number,
  limit: number,
): Promise<StoredEvent[] | null> {
  const seen = await db.selectFrom('events').select('created_at').where('id', '=', last).executeTakeFirst()
  if (!seen) return null
  const { rows } = await sql<StoredEvent>`
    select id, topic, name, data from events
    where topic = any (${topics}::text[])
      and (id > ${last}
        or id > ${last} - 1000 and created_at > ${seen.created_at}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS}))
      and id <> ${last}
    order by id limit ${limit + 1}`.execute(db)
  return rows.length > limit ? null : rows
}

/**
 * Returns the events on these topics after the event `last`, plus the events `late`, sorted by id. Null if some were
 * already deleted, or if there are more than `limit`.
 */
export async function selectSince(
  db: Db,
  topics: readonly string[],
  { last, late }: { last: number; late: readonly number[] },
  limit: number,
): Promise<StoredEvent[] | null> {
  const { rows: older } = await sql`select from events where id <= ${last + 1} limit 1`.execute(db)
  if (older.length === 0) return null
  const { rows } = await sql<StoredEvent>`
    select id, topic, name, data from events
    where topic = any (${topics}::text[]) and (id > ${last} or id = any (${late}::bigint[]))
    order by id limit ${limit + 1}`.execute(db)
  return rows.length > limit ? null : rows
}

/** Returns the sessions that are still valid and whose owners are allowed to sign in. */
export async function selectLiveSessions(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join profiles p using (user_id)
    where s.id = any (${ids}::uuid[]) and s.expires_at > now() and not p.is_hidden`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes events that are too old for any stream to resume from. */
export function deleteOldEvents(db: Db, hours: number): Promise<void> {
  return deleteInBatches(db, 'events', sql`created_at < now() - make_interval(hours => ${hours})`)
}
