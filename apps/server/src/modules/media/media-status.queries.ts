import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { type MediaRow, COLUMNS, secondsAgo } from './media.queries.ts'

type NewUpload = { id: string; owner_id: string; type: MediaRow['type']; bytes: number }

/** Inserts the row of a new upload. */
export const insertUpload = async (tx: Tx, upload: NewUpload): Promise<void> => {
  await tx
    .insertInto('media')
    .values({ ...upload, status: 'uploading' })
    .execute()
}

/**
 * Records that the whole file has arrived. It waits for processing, or is processed immediately under `claim`, for at
 * most an hour. Returns undefined if it was already recorded.
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
 * Records a video's poster and queues the video for encoding, with a new attempt count. Returns undefined if the item
 * was deleted.
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
 * Marks an item ready: everything screens need is written. With `largest_pending` it is queued for its largest files,
 * with a new attempt count. Returns undefined if the item was deleted.
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
 * Ends the wait for the largest files: they are made, or given up if `added_bytes` is 0. Returns undefined if the item
 * was not waiting.
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

/** Marks an item failed, with a readable reason. Returns undefined if it was deleted or is no longer in progress. */
export const markFailed = (tx: Tx, id: string, failure: string): Promise<MediaRow | undefined> =>
  tx
    .updateTable('media')
    .set({ status: 'failed', failure: failure.slice(0, 200), thumbhash: null, stored_bytes: 0, claim: null })
    .where('id', '=', id)
    .where('status', 'in', ['uploading', 'processing'])
    .returning(COLUMNS)
    .executeTakeFirst()
