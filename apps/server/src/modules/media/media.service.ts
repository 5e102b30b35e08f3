import type { Media } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { runWithoutBackup } from '../../db/backup-lock.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { readSentence, writeIn } from '../../platform/languages/index.ts'
import { deleteUnattached } from './unused-media.queries.ts'
import {
  findAltText,
  findInDrafts,
  findOwnMedia,
  lockOwnMedia,
  type MediaRow,
  markAttached,
  markReserved,
  setAltTexts,
} from './media.queries.ts'
import type { MediaParts } from './media-deps.ts'
import { deleteParts } from './uploads/uploads.queries.ts'
import { uploadKey } from './resume-upload.store.ts'

/** Converts a row to the contract's Media. `mediaJson` does the same in SQL. */
export function toMedia(row: MediaRow): Media {
  const base = row.key && `/media/${row.key}`
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    base: row.thumbhash === null ? null : base,
    url: row.status === 'ready' ? `${base}/${row.type === 'video' ? 'video.mp4' : '1080.webp'}` : null,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    duration: row.duration,
    failure: row.failure,
    alt_text: row.alt_text,
  }
}

/** Translates an item's failure reason into its owner's language. The reason is stored in English. */
export function mediaIn(language: LanguageCode, { failure, ...media }: Media): Media {
  return {
    ...media,
    failure: failure && writeIn(language, readSentence(failure)),
  }
}

/** Creates the refusal for a failed file from its stored reason. */
export function unprocessable(failure: string | null | undefined): Refusal {
  return new Refusal('UNPROCESSABLE', failure ? { detail: readSentence(failure) } : {})
}

const NOT_READY = { retryAfter: 1 }

// Returns the reason a locked item can't be posted or put in a draft, or null if it can.
function objectionTo(row: MediaRow): Refusal | null {
  if (row.attached_at !== null) return new Refusal('MEDIA_TAKEN')
  if (row.status === 'failed') return unprocessable(row.failure)
  return row.status === 'uploading' ? new Refusal('MEDIA_NOT_READY', NOT_READY) : null
}

// Locks a person's items and checks that they aren't in any post or draft.
async function lockFree(tx: Tx, owner_id: string, media_ids: readonly string[]): Promise<MediaRow[]> {
  const found = new Map((await lockOwnMedia(tx, owner_id, media_ids)).map((row) => [row.id, row]))
  const inDrafts = await findInDrafts(tx, media_ids)
  return media_ids.map((id) => {
    const row = found.get(id)
    if (!row) throw new Refusal('MEDIA_NOT_FOUND')
    const objection = inDrafts.has(id) ? new Refusal('MEDIA_TAKEN') : objectionTo(row)
    if (objection) throw objection
    return row
  })
}

/**
 * Attaches items to a post created in the same transaction. An item belongs to one post permanently; of two concurrent
 * posts, only one gets it. A photo must be ready; a video may still be processing. An item in a draft counts as taken
 * until the draft is deleted. `alt_texts` describes the first items, in order.
 * @returns the rows in the order of `media_ids`
 * @throws Refusal MEDIA_NOT_FOUND (including another person's item), MEDIA_TAKEN, MEDIA_NOT_READY, UNPROCESSABLE
 */
export async function attachMedia(
  tx: Tx,
  owner_id: string,
  media_ids: readonly string[],
  alt_texts: readonly (string | null)[] = [],
): Promise<MediaRow[]> {
  if (media_ids.length === 0) return []
  const rows = await lockFree(tx, owner_id, media_ids)
  if (rows.some(({ status, type }) => status === 'processing' && type === 'image'))
    throw new Refusal('MEDIA_NOT_READY', NOT_READY)
  await markAttached(tx, media_ids)
  await describeMedia(tx, media_ids, alt_texts)
  return rows
}

/**
 * Reserves items for a draft created in the same transaction. They may still be processing. `alt_texts` describes the
 * first items, in order.
 * @throws Refusal MEDIA_NOT_FOUND (including another person's item), MEDIA_TAKEN, MEDIA_NOT_READY, UNPROCESSABLE
 */
export async function reserveMedia(
  tx: Tx,
  owner_id: string,
  media_ids: readonly string[],
  alt_texts: readonly (string | null)[] = [],
): Promise<void> {
  await lockFree(tx, owner_id, media_ids)
  await markReserved(tx, media_ids)
  await describeMedia(tx, media_ids, alt_texts)
}

/**
 * Sets the descriptions of the first items, in order, without checking access. The others retain theirs. Returns whether
 * any changed.
 */
export async function describeMedia(
  tx: Tx,
  media_ids: readonly string[],
  alt_texts: readonly (string | null)[],
): Promise<boolean> {
  return alt_texts.length > 0 && setAltTexts(tx, media_ids.slice(0, alt_texts.length), alt_texts)
}

/**
 * Returns the description of a photo or video in a post that the viewer can see.
 * @throws Refusal MEDIA_NOT_FOUND
 */
export async function requireAltText(db: Db, viewer: string, id: string): Promise<string | null> {
  const found = await findAltText(db, viewer, id)
  if (!found) throw new Refusal('MEDIA_NOT_FOUND')
  return found.alt_text
}

/** @throws Refusal MEDIA_NOT_FOUND */
export async function requireOwnMedia(parts: MediaParts, id: string, owner_id: string): Promise<MediaRow> {
  const row = await findOwnMedia(parts.db, id, owner_id)
  if (!row) throw new Refusal('MEDIA_NOT_FOUND')
  return row
}

/**
 * Deletes the stored uploads for rows, plus the finished files for rows with a key. Call it after the commit that
 * deletes the rows or makes the files unnecessary. The garbage collector deletes any that remain after a failure or a
 * restored backup.
 */
export async function removeFiles(
  parts: MediaParts,
  rows: readonly Pick<MediaRow, 'id' | 'key'>[],
): Promise<void> {
  if (rows.length === 0) return
  await runWithoutBackup(parts.db, async () => {
    await deleteParts(
      parts.db,
      rows.map(({ id }) => id),
    )
    for (const { id, key } of rows) {
      await parts.uploads.removeKey(uploadKey(id))
      if (key) await parts.files.removeKey(key)
    }
  })
}

/**
 * Deletes an item that isn't in a post or draft, regardless of its status.
 * @throws Refusal UPLOAD_NOT_FOUND, MEDIA_TAKEN
 */
export async function discardMedia(parts: MediaParts, id: string, owner_id: string): Promise<void> {
  const gone = await parts.db.transaction().execute(async (tx) => {
    if ((await lockOwnMedia(tx, owner_id, [id])).length === 0) throw new Refusal('UPLOAD_NOT_FOUND')
    const row = await deleteUnattached(tx, id)
    if (!row) throw new Refusal('MEDIA_TAKEN')
    return row
  })
  parts.callOff(id)
  await removeFiles(parts, [gone])
}
