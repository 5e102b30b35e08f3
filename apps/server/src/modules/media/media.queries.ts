import type { Media } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** A row of the table `media`. */
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
  attached_at: string | null
  /** Ready for screens, but the largest pictures are still to be made: the upload is stored until then. */
  largest_pending: boolean
}

/** The columns of a {@link MediaRow}. */
export const COLUMNS = [
  ...(['id', 'owner_id', 'type', 'status', 'key', 'bytes', 'tries'] as const),
  ...(['width', 'height', 'thumbhash', 'duration', 'failure', 'attached_at', 'largest_pending'] as const),
] as const

const secondsAgo = (seconds: number) => sql<string>`now() - make_interval(secs => ${seconds})`

/**
 * The contract's Media as JSON, for other modules' SQL; `table` is the name or alias of a joined `media`. An outer join
 * without a row gives an object of nulls: guard with `case when`.
 */
export const mediaJson = (table: string): RawBuilder<Media> => {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<Media>`json_build_object(
    'id', ${of('id')}, 'type', ${of('type')}, 'status', ${of('status')},
    'base', case when ${of('thumbhash')} is not null then '/media/' || ${of('key')} end,
    'url', case when ${of('status')} = 'ready' then '/media/' || ${of('key')} ||
      case ${of('type')} when 'video' then '/video.mp4' else '/1080.webp' end end,
    'width', ${of('width')}, 'height', ${of('height')}, 'thumbhash', ${of('thumbhash')},
    'duration', ${of('duration')}, 'failure', ${of('failure')})`
}

/** Returns the bytes a person stores, and locks the sum until the end of the transaction. */
export const lockStorage = async (tx: Tx, owner_id: string): Promise<number> => {
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

type NewUpload = { id: string; owner_id: string; type: MediaRow['type']; bytes: number }

/** Inserts the row of a new upload. */
export const insertUpload = async (tx: Tx, upload: NewUpload): Promise<void> => {
  await tx
    .insertInto('media')
    .values({ ...upload, status: 'uploading' })
    .execute()
}

/** Finds a row without checking who asks. */
export const findMedia = (db: Db, id: string): Promise<MediaRow | undefined> =>
  db.selectFrom('media').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Finds a row for its owner; undefined for anybody else. */
export const findOwnMedia = (db: Db, id: string, owner_id: string): Promise<MediaRow | undefined> =>
  db
    .selectFrom('media')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .executeTakeFirst()

/**
 * Records that the whole file has arrived. It waits for processing, or is processed at once under `claim`, for an hour at
 * most. Returns undefined when it was recorded before.
 */
export const markArrived = (
  tx: Tx,
  id: string,
  { type, key, claim }: { type: MediaRow['type']; key: string; claim?: string },
): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set({ status: 'processing', type, key, claim: claim ?? null, due_at: secondsAgo(claim ? -3600 : 0) })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .returning(COLUMNS)
    .executeTakeFirst()

type Facts = { width: number; height: number; thumbhash: string; picture_hash: string }

/**
 * Records a video's poster and queues the video for encoding, with a new count of tries. Returns undefined when the item
 * is gone.
 */
export const savePoster = (
  tx: Tx,
  id: string,
  { stored_bytes, ...facts }: Facts & { stored_bytes: number },
): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set({ ...facts, stored_bytes, claim: null, due_at: sql<string>`now()`, tries: 0 })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(COLUMNS)
    .executeTakeFirst()

type ReadyFacts = Partial<Facts> & { duration?: number; largest_pending?: boolean; added_bytes: number }

/**
 * Marks an item ready: everything screens need is written. With `largest_pending` it is queued for its largest pictures,
 * with a new count of tries. Returns undefined when the item is gone.
 */
export const markReady = (
  tx: Tx,
  id: string,
  { added_bytes, largest_pending = false, ...facts }: ReadyFacts,
): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set((eb) => ({
      ...facts,
      status: 'ready' as const,
      claim: null,
      stored_bytes: eb('stored_bytes', '+', added_bytes),
      ...(largest_pending ? { largest_pending, due_at: sql<string>`now()`, tries: 0 } : {}),
    }))
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(COLUMNS)
    .executeTakeFirst()

/**
 * Ends the wait for the largest pictures: they are made, or given up if `added_bytes` is 0. Returns undefined when the
 * item was not waiting.
 */
export const endLargest = (tx: Db, id: string, added_bytes = 0): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set((eb) => ({
      largest_pending: false,
      claim: null,
      stored_bytes: eb('stored_bytes', '+', added_bytes),
    }))
    .where('id', '=', id)
    .where('largest_pending', '=', true)
    .returning(COLUMNS)
    .executeTakeFirst()

/**
 * Marks an item failed, with a reason that people can read. Returns undefined when it is gone or no longer in progress.
 */
export const markFailed = (tx: Tx, id: string, failure: string): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set({ status: 'failed', failure: failure.slice(0, 200), thumbhash: null, stored_bytes: 0, claim: null })
    .where('id', '=', id)
    .where('status', 'in', ['uploading', 'processing'])
    .returning(COLUMNS)
    .executeTakeFirst()

/** Locks and returns the rows among `ids` that this person owns, in no particular order. */
export const lockOwnMedia = (tx: Tx, owner_id: string, ids: readonly string[]): Promise<MediaRow[]> =>
  tx
    .selectFrom('media')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('owner_id', '=', owner_id)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Records that a post has these items. */
export const markAttached = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('media')
    .set({ attached_at: sql<string>`now()`, unwanted_since: null })
    .where('id', 'in', ids)
    .execute()
}

/** Marks items as wanted that a draft has. */
export const markReserved = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.updateTable('media').set({ unwanted_since: null }).where('id', 'in', ids).execute()
}

const inDraft = sql<boolean>`exists (select from draft_media of_draft where of_draft.media_id = media.id)`

/** Those of these locked items that a draft has. */
export const findInDrafts = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx.selectFrom('media').select('id').where('id', 'in', ids).where(inDraft).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes an item that neither a post nor a draft has and returns its row; undefined when there is none. */
export const deleteUnattached = (tx: Tx, id: string): Promise<MediaRow | undefined> =>
  tx
    .deleteFrom('media')
    .where('id', '=', id)
    .where('attached_at', 'is', null)
    .where(sql<boolean>`not ${inDraft}`)
    .returning(COLUMNS)
    .executeTakeFirst()

const unreferenced = sql<boolean>`
  not exists (select from post_media pm where pm.media_id = media.id)
  and not ${inDraft}
  and not exists (select from spots s where s.cover_media_id = media.id)
  and not exists (select from ads a where a.media_id = media.id)`

/** First phase of collecting: marks items older than `seconds` that nothing shows. */
export const markUnwanted = async (db: Db, seconds: number): Promise<void> => {
  await db
    .updateTable('media')
    .set({ unwanted_since: sql<string>`now()` })
    .where('unwanted_since', 'is', null)
    .where('status', '<>', 'uploading')
    .where('created_at', '<', secondsAgo(seconds))
    .where(unreferenced)
    .execute()
}

/**
 * Marks the former items of a post unless something else shows them. The collector deletes them after its waiting time.
 */
export const releaseMedia = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('media')
    .set({ unwanted_since: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('unwanted_since', 'is', null)
    .where(unreferenced)
    .execute()
}

/** Last phase of collecting: deletes and returns what was marked `seconds` ago and is still not shown anywhere. */
export const deleteUnwanted = (db: Db, seconds: number): Promise<MediaRow[]> =>
  db
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

/** Removes the mark from items that are shown again. */
export const unmarkWanted = async (db: Db): Promise<void> => {
  await db
    .updateTable('media')
    .set({ unwanted_since: null })
    .where('unwanted_since', 'is not', null)
    .where(sql<boolean>`not (${unreferenced})`)
    .execute()
}

/** Deletes and returns uploads that began `seconds` ago and never completed. */
export const deleteAbandoned = (db: Db, seconds: number): Promise<MediaRow[]> =>
  db
    .deleteFrom('media')
    .where('status', '=', 'uploading')
    .where('created_at', '<', secondsAgo(seconds))
    .returning(COLUMNS)
    .execute()

/** Returns those of `ids` whose upload is still needed. */
export const findUnfinished = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('status', 'in', ['uploading', 'processing']), eb.ref('largest_pending')]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns those of `keys` that a row has. */
export const findKnownKeys = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('media').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map((row) => row.key ?? ''))
}

/** Ready pictures after an id whose look is not summed up yet, in the order of their ids. */
export const selectUnhashed = (
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; key: string | null }[]> =>
  db
    .selectFrom('media')
    .select(['id', 'key'])
    .where('id', '>', after)
    .where('status', '=', 'ready')
    .where('picture_hash', 'is', null)
    .where('thumbhash', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Stores what a picture looks like in 64 bits. */
export const saveHash = async (db: Db, id: string, picture_hash: string): Promise<void> => {
  await db.updateTable('media').set({ picture_hash }).where('id', '=', id).execute()
}

/** Differing bits up to which two hashes are of one picture: measured on photos made smaller, brighter and cropped. */
const SAME_BITS = 10
/** A picture without contrast has a hash of nearly all zeros or ones, which says nothing. */
const PLAIN_BITS = 6

/**
 * Whether two pictures, the aliases of two joined `media`, look the same: the same photo at another size, brightness or
 * quality. Both must be near by already: nobody compares the pictures of the world.
 */
export const looksTheSame = (one: string, other: string): RawBuilder<boolean> => {
  const [a, b] = [sql.ref(`${one}.picture_hash`), sql.ref(`${other}.picture_hash`)]
  return sql<boolean>`(bit_count((${a} # ${b})::bit(64)) <= ${sql.lit(SAME_BITS)}
    and bit_count(${a}::bit(64)) between ${sql.lit(PLAIN_BITS)} and ${sql.lit(64 - PLAIN_BITS)})`
}
