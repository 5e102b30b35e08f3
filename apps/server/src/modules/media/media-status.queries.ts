import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { type MediaRow, COLUMNS, secondsAgo } from './media.queries.ts'

type NewUpload = { id: string; owner_id: string; type: MediaRow['type']; bytes: number }

/** Inserts the row for a new upload. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<void> {
  await tx
    .insertInto('media')
    .values({ ...upload, status: 'uploading' })
    .execute()
}

/**
 * Marks an upload as complete and queues it for processing. With `claim`, reserves it for the caller to process within
 * an hour. Returns undefined if it was already marked.
 */
export function markArrived(
  tx: Tx,
  id: string,
  { type, key, claim }: { type: MediaRow['type']; key: string; claim?: string },
): Promise<MediaRow | undefined> {
  return tx
    .updateTable('media')
    .set({ status: 'processing', type, key, claim: claim ?? null, due_at: secondsAgo(claim ? -3600 : 0) })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .returning(COLUMNS)
    .executeTakeFirst()
}

type Facts = { width: number; height: number; thumbhash: string; picture_hash: string }

/**
 * Stores a video's poster and queues the video for encoding, with the attempt count reset. Returns undefined if the
 * item was deleted.
 */
export function savePoster(
  tx: Tx,
  id: string,
  { stored_bytes, ...facts }: Facts & { stored_bytes: number },
): Promise<MediaRow | undefined> {
  return tx
    .updateTable('media')
    .set({ ...facts, stored_bytes, claim: null, due_at: sql<string>`now()`, tries: 0 })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(COLUMNS)
    .executeTakeFirst()
}

type ReadyFacts = Partial<Facts> & { duration?: number; largest_pending?: boolean; added_bytes: number }

/**
 * Marks an item ready once every file that screens need has been written. With `largest_pending`, queues its largest
 * files, with the attempt count reset. Returns undefined if the item was deleted.
 */
export function markReady(
  tx: Tx,
  id: string,
  { added_bytes, largest_pending = false, ...facts }: ReadyFacts,
): Promise<MediaRow | undefined> {
  return tx
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
}

/**
 * Marks the largest files as no longer pending. `added_bytes` is their size, or 0 if they couldn't be made. Returns
 * undefined if the item was not waiting for them.
 */
export function endLargest(tx: Db, id: string, added_bytes = 0): Promise<MediaRow | undefined> {
  return tx
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
}

/** Marks an item as failed, with a readable reason. Returns undefined if it was deleted or is no longer in progress. */
export function markFailed(tx: Tx, id: string, failure: string): Promise<MediaRow | undefined> {
  return tx
    .updateTable('media')
    .set({ status: 'failed', failure: failure.slice(0, 200), thumbhash: null, stored_bytes: 0, claim: null })
    .where('id', '=', id)
    .where('status', 'in', ['uploading', 'processing'])
    .returning(COLUMNS)
    .executeTakeFirst()
}
