import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { type MediaRow, COLUMNS, secondsAgo, inDraft } from './media.queries.ts'

/** Deletes an item that isn't in a post or draft. Returns its row, or undefined if there is no such item. */
export function deleteUnattached(tx: Tx, id: string): Promise<MediaRow | undefined> {
  return tx
    .deleteFrom('media')
    .where('id', '=', id)
    .where('attached_at', 'is', null)
    .where(sql<boolean>`not ${inDraft}`)
    .returning(COLUMNS)
    .executeTakeFirst()
}

const unreferenced = sql<boolean>`
  not exists (select from post_media pm where pm.media_id = media.id)
  and not ${inDraft}
  and not exists (select from spots s where s.cover_media_id = media.id)
  and not exists (select from ads a where a.media_id = media.id)`

/** First phase of garbage collection: marks items older than `seconds` that aren't shown anywhere. */
export async function markUnwanted(db: Db, seconds: number): Promise<void> {
  await db
    .updateTable('media')
    .set({ unwanted_since: sql<string>`now()` })
    .where('unwanted_since', 'is', null)
    .where('status', '<>', 'uploading')
    .where('created_at', '<', secondsAgo(seconds))
    .where(unreferenced)
    .execute()
}

/** Marks a post's former items for deletion after a delay, unless they are shown elsewhere. */
export async function releaseMedia(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('media')
    .set({ unwanted_since: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('unwanted_since', 'is', null)
    .where(unreferenced)
    .execute()
}

/**
 * Last phase of garbage collection: deletes and returns items that were marked at least `seconds` ago and still aren't
 * shown anywhere.
 */
export function deleteUnwanted(db: Db, seconds: number): Promise<MediaRow[]> {
  return db
    .deleteFrom('media')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('media')
        .select('id')
        .where('unwanted_since', '<', secondsAgo(seconds))
        .limit(500)
        .forUpdate()
        .skipLocked(),
    )
    .where('unwanted_since', 'is not', null)
    .where(unreferenced)
    .returning(COLUMNS)
    .execute()
}

/** Unmarks items that are shown again. */
export async function unmarkWanted(db: Db): Promise<void> {
  await db
    .updateTable('media')
    .set({ unwanted_since: null })
    .where('unwanted_since', 'is not', null)
    .where(sql<boolean>`not (${unreferenced})`)
    .execute()
}

/** Deletes and returns uploads that started at least `seconds` ago and never completed. */
export function deleteAbandoned(db: Db, seconds: number): Promise<MediaRow[]> {
  return db
    .deleteFrom('media')
    .where('status', '=', 'uploading')
    .where('created_at', '<', secondsAgo(seconds))
    .returning(COLUMNS)
    .execute()
}

/** Returns the ids whose upload is still needed. */
export async function findUnfinished(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('status', 'in', ['uploading', 'processing']), eb.ref('largest_pending')]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the keys that have a row. */
export async function findKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('media').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map((row) => row.key ?? ''))
}
