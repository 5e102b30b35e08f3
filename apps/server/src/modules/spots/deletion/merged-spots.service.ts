import type { Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../../db/open.ts'
import type { Sides } from '../../../db/merge-movers.ts'
import { type ForwardRefused, type RefusedCall, Refusal } from '../../../platform/http/index.ts'
import { publishPostEvent } from '../../posts/index.ts'
import { lockAnySpot, type LockedSpot, updateSpot } from '../edit/edit-spot.queries.ts'
import { markDeleted } from './remove-spot.queries.ts'
import { insertEdit } from '../edit/spot-history.queries.ts'
import {
  deleteForward,
  dropTaken,
  findForward,
  insertForward,
  isMerged,
  repairCover,
  takeMissing,
} from './forwards.queries.ts'

/** Locks two spots until the transaction ends, in id order, so that concurrent merges never deadlock. */
export async function lockSides(
  tx: Tx,
  { from, into }: Sides,
): Promise<{ from: LockedSpot | undefined; into: LockedSpot | undefined }> {
  const [low, high] = from < into ? [from, into] : [into, from]
  const locked = [await lockAnySpot(tx, low), await lockAnySpot(tx, high)]
  const find = (id: string) => locked.find((spot) => spot?.id === id)
  return { from: find(from), into: find(into) }
}

/**
 * Merges a locked spot into another. The merged spot is deleted, its URL redirects to the other, and values that the
 * other lacks are copied. Returns these values, and the spots that redirected to the merged one before.
 */
export async function putAway(
  tx: Tx,
  viewer: Viewer,
  { from, into }: { from: LockedSpot; into: LockedSpot },
): Promise<{ taken: Record<string, unknown>; earlier: string[] }> {
  const sides = { from: from.id, into: into.id }
  const taken = await takeMissing(tx, sides)
  await markDeleted(tx, from.id, viewer.user_id)
  const earlier = await insertForward(tx, sides)
  const nothing = Object.fromEntries(Object.keys(taken).map((field) => [field, null]))
  await insertEdit(tx, {
    spot_id: into.id,
    user_id: viewer.user_id,
    action: 'merge',
    version: into.version,
    before: { ...nothing, merged: from.name },
  })
  await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: from.id })
  await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id: into.id })
  return { taken, earlier }
}

/** Restores a locked spot that was merged into another. Their content must already be separated. */
export async function bringBack(
  tx: Tx,
  viewer: Viewer,
  { from, into }: { from: LockedSpot; into: LockedSpot },
  { taken, earlier }: { taken: Record<string, unknown>; earlier: readonly string[] },
): Promise<void> {
  const sides = { from: from.id, into: into.id }
  await deleteForward(tx, sides, earlier)
  await dropTaken(tx, into.id, taken)
  await updateSpot(tx, from.id, { deleted_at: null, deleted_by: null })
  await repairCover(tx, into.id)
  await repairCover(tx, from.id)
  const edit = { user_id: viewer.user_id, action: 'unmerge' as const }
  await insertEdit(tx, { ...edit, spot_id: into.id, version: into.version, before: { merged: from.name } })
  await insertEdit(tx, { ...edit, spot_id: from.id, version: from.version, before: { merged: into.name } })
  await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id: from.id })
  await publishPostEvent(tx, { kind: 'deleted', post_id: null, spot_id: into.id })
  if (into.deleted_at === null)
    await publishPostEvent(tx, { kind: 'created', post_id: null, spot_id: into.id })
}

/** @throws Refusal SPOT_MERGED if the spot was merged, with the remaining spot's id if the viewer can see that spot */
export async function refuseMerged(db: Db, viewer: string, id: string): Promise<void> {
  if (await isMerged(db, id)) throw new Refusal('SPOT_MERGED', { spot_id: await findForward(db, viewer, id) })
}

/** Fields and request parts that may contain a spot's id. */
const NAMES = ['spot_id', 'reported_spot_id'] as const
const PARTS = ['params', 'query', 'body'] as const

/**
 * Errors that a call about a merged spot can fail with: the spot no longer exists, or the redirected call reuses its
 * idempotency key with a new body.
 */
const REFUSED = new Set(['SPOT_NOT_FOUND', 'KEY_REUSED'])

function spotIn(call: RefusedCall) {
  for (const part of PARTS)
    for (const name of NAMES) {
      const values = call[part] as Record<string, unknown> | null | undefined
      const id = values?.[name]
      if (typeof id === 'string') return { part, name, id, values }
    }
  return null
}

/**
 * Redirects calls about a merged spot to the remaining one, so that input from an open form or an offline device isn't
 * lost. Operations that change the spot itself (their errors include SPOT_MERGED) are refused with that code instead.
 * So no one changes or deletes a spot other than the one they saw.
 */
export function forwardToMerged(db: Db): ForwardRefused {
  return async (operation, call, { code }) => {
    if (!REFUSED.has(code)) return null
    const named = spotIn(call)
    const to = named && (await findForward(db, call.viewer?.user_id ?? null, named.id))
    if (!to) return null
    if (operation.errors?.includes('SPOT_MERGED')) throw new Refusal('SPOT_MERGED', { spot_id: to })
    return { [named.part]: { ...named.values, [named.name]: to } }
  }
}
