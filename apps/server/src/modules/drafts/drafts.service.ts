import type { Draft, DraftEdit, NewDraft } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { reserveMedia, releaseMedia } from '../media/index.ts'
import { findPlaceAt } from '../places/index.ts'
import {
  deleteDraft,
  type DraftRow,
  findDraftOf,
  insertDraft,
  lockCount,
  selectDraft,
  selectDrafts,
  updateDraft,
} from './drafts.queries.ts'

async function withPlace(row: DraftRow): Promise<Draft> {
  const { latitude, longitude } = row
  const place = latitude === null || longitude === null ? null : await findPlaceAt(latitude, longitude)
  return { ...row, place }
}

/** Returns a person's drafts, most recently taken first. */
export async function listDrafts(db: Db, user_id: string): Promise<Draft[]> {
  return Promise.all((await selectDrafts(db, user_id)).map(withPlace))
}

/** Returns a person's own draft. @throws Refusal DRAFT_NOT_FOUND, including for another person's draft */
async function requireDraft(db: Db, user_id: string, id: string): Promise<Draft> {
  const row = await selectDraft(db, user_id, id)
  if (!row) throw new Refusal('DRAFT_NOT_FOUND')
  return withPlace(row)
}

/**
 * Stores files and their position as a draft; idempotent by key. If a device retries after its key has expired, it gets
 * the draft that contains its files.
 * @throws Refusal TOO_MANY_DRAFTS, IN_PROGRESS, KEY_REUSED, and errors from `reserveMedia`
 */
export function addDraft(db: Db, user_id: string, key: string, body: NewDraft): Promise<Draft> {
  return idempotent(db, { user_id, key, body }, async (tx) => {
    const { media_ids, alt_texts, latitude = null, longitude = null, accuracy = null, note, taken_at } = body
    const count = await lockCount(tx, user_id)
    const known = await findDraftOf(tx, user_id, media_ids)
    if (known) return requireDraft(tx, user_id, known)
    if (count >= LIMITS.drafts_max) throw new Refusal('TOO_MANY_DRAFTS')
    await reserveMedia(tx, user_id, media_ids, alt_texts)
    const id = uuid()
    const position = { latitude, longitude, accuracy: latitude === null ? null : accuracy }
    await insertDraft(tx, { id, user_id, ...position, note, taken_at }, media_ids)
    return requireDraft(tx, user_id, id)
  })
}

/**
 * Changes a draft's note or position.
 * @throws Refusal DRAFT_NOT_FOUND
 */
export async function editDraft(db: Db, user_id: string, id: string, edit: DraftEdit): Promise<Draft> {
  const { note, latitude, longitude } = edit
  const changes = {
    ...(note !== undefined && { note }),
    // A position that the person picked on the map has no measured accuracy.
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude, accuracy: null }),
  }
  if (!(await updateDraft(db, user_id, id, changes))) throw new Refusal('DRAFT_NOT_FOUND')
  return requireDraft(db, user_id, id)
}

/**
 * Deletes a draft and returns its files' ids. The caller can attach the files to a post in the same transaction, and
 * must then release them.
 * @throws Refusal DRAFT_NOT_FOUND
 */
export async function takeDraft(tx: Tx, user_id: string, id: string): Promise<string[]> {
  const files = await deleteDraft(tx, user_id, id)
  if (!files) throw new Refusal('DRAFT_NOT_FOUND')
  return files
}

/**
 * Deletes a draft and its files.
 * @throws Refusal DRAFT_NOT_FOUND
 */
export function removeDraft(db: Db, user_id: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => releaseMedia(tx, await takeDraft(tx, user_id, id)))
}
