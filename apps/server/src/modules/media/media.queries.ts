import type { Media } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** A row in the table `media`. */
export type MediaRow = {
  id: string
  owner_id: string | null
  type: Tables['media']['type']
  status: Tables['media']['status']
  key: string | null
  bytes: number
  tries: number
  width: number | null
  height: number | null
  thumbhash: string | null
  duration: number | null
  failure: string | null
  alt_text: string | null
  attached_at: string | null
  /** Whether the largest files are still pending for a ready item. The upload is retained until they are done. */
  largest_pending: boolean
}

/** The columns in a {@link MediaRow}. */
export const COLUMNS = [
  ...(['id', 'owner_id', 'type', 'status', 'key', 'bytes', 'tries'] as const),
  ...(['width', 'height', 'thumbhash', 'duration', 'failure', 'alt_text'] as const),
  ...(['attached_at', 'largest_pending'] as const),
] as const

/** SQL for the time `seconds` ago, or a time in the future if the number is negative. */
export function secondsAgo(seconds: number) {
  return sql<string>`now() - make_interval(secs => ${seconds})`
}

/**
 * SQL that builds the contract's Media JSON, for other modules' queries; `table` is the name or alias of a joined
 * `media`. If an outer join finds no row, the result is an object of nulls, so guard it with `case when`.
 */
export function mediaJson(table: string): RawBuilder<Media> {
  return sql<Media>`media_json(${sql.ref(table)})`
}

/** SQL for the descriptions of a post's photos and videos, one per line; null if there are none. */
export function joinAltTexts(post_id: string): RawBuilder<string | null> {
  return sql<string | null>`(select string_agg(described.alt_text, e'\\n' order by item.media_index)
    from post_media item join media described on described.id = item.media_id where item.post_id = ${sql.ref(post_id)})`
}

/** Returns the total bytes a person has stored, and locks that total until the transaction ends. */
export async function lockStorage(tx: Tx, owner_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`media ${owner_id}`}, 0))`.execute(tx)
  const { bytes } = await tx
    .selectFrom('media')
    .where('owner_id', '=', owner_id)
    .select(
      sql<number>`coalesce(sum(case status when 'ready' then stored_bytes when 'failed' then 0 else bytes end
        + case when largest_pending then bytes else 0 end), 0)::bigint`.as('bytes'),
    )
    .executeTakeFirstOrThrow()
  return bytes
}

/** Finds a media row without checking access. */
export function findMedia(db: Db, id: string): Promise<MediaRow | undefined> {
  return db.selectFrom('media').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Finds a media row for its owner. Returns undefined for anyone else. */
export function findOwnMedia(db: Db, id: string, owner_id: string): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()
}

/** Locks and returns the rows with these ids that this person owns, in no particular order. */
export function lockOwnMedia(tx: Tx, owner_id: string, ids: readonly string[]): Promise<MediaRow[]> {
  return tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('owner_id', '=', owner_id)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Marks these items as attached to a post. */
export async function markAttached(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('media')
    .set({ attached_at: sql<string>`now()`, unwanted_since: null })
    .where('id', 'in', ids)
    .execute()
}

/** Sets the items' descriptions, in the same order; null removes one. Returns whether any changed. */
export async function setAltTexts(
  tx: Tx,
  ids: readonly string[],
  alt_texts: readonly (string | null)[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`update media m set alt_text = given.alt_text
    from unnest(${ids}::uuid[], ${alt_texts}::text[]) given (id, alt_text)
    where m.id = given.id and m.alt_text is distinct from given.alt_text`.execute(tx)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Returns an item's description for a viewer; undefined if they can't see the item. */
export async function findAltText(
  db: Db,
  viewer: string,
  id: string,
): Promise<{ alt_text: string | null } | undefined> {
  const { rows } = await sql<{ alt_text: string | null }>`
    select m.alt_text from visible_media(${viewer}) m where m.id = ${id}`.execute(db)
  return rows[0]
}

/** Marks a draft's items as wanted, so that the garbage collector ignores them. */
export async function markReserved(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.updateTable('media').set({ unwanted_since: null }).where('id', 'in', ids).execute()
}

/** Whether the item is in a draft. */
export const inDraft = sql<boolean>`exists (select from draft_media of_draft where of_draft.media_id = media.id)`

/** Returns the ids of items that are in a draft. */
export async function findInDrafts(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('media').select('id').where('id', 'in', ids).where(inDraft).execute()
  return new Set(rows.map(({ id }) => id))
}
