import {
  LIMITS,
  type Merge,
  type MergeableSpot,
  mayMerge,
  type TwinPair,
  type Viewer,
} from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { metresBetween, requireCard, requireSpot, selectCardsById } from '../spots/index.ts'
import { selectMerges } from './merges.queries.ts'
import { dismissPair, type PairRow, selectMergeable, selectPairs } from './pairs.queries.ts'
import { isStewardAtBoth } from './steward-rights.service.ts'

const PAGE = 20

const PairsCursor = z.tuple([z.literal('twins'), z.number(), z.uuid(), z.uuid()])

/** Adds the spots' cards to pairs. Omits pairs with a spot that was just deleted. */
async function withCards(db: Db, viewer: Viewer, rows: readonly PairRow[]): Promise<TwinPair[]> {
  const ids = [...new Set(rows.flatMap(({ spot_id, other_id }) => [spot_id, other_id]))]
  const cards = await selectCardsById(db, viewer.user_id, ids)
  return rows.flatMap(({ spot_id, other_id, other_is_older, metres, same_picture, found_at }) => {
    const [one, other] = [cards.get(spot_id), cards.get(other_id)]
    if (!one || !other) return []
    return [{ spots: other_is_older ? [other, one] : [one, other], metres, same_picture, found_at }]
  })
}

/**
 * Returns a page of pairs that the viewer can merge, most similar first.
 * @throws Refusal BAD_CURSOR
 */
export async function pairsPage(
  db: Db,
  viewer: Viewer,
  { spot_id, cursor }: { spot_id?: string | undefined; cursor?: string | undefined },
): Promise<{ items: TwinPair[]; next_cursor: string | null }> {
  const read = cursor === undefined ? null : readCursor(PairsCursor, cursor)
  const after = read && { likeness: read[1], spot_id: read[2], other_id: read[3] }
  const found = await selectPairs(db, viewer, { spot_id, after, limit: PAGE + 1 })
  const page = found.slice(0, PAGE)
  const last = found.length > PAGE ? page.at(-1) : undefined
  return {
    items: await withCards(db, viewer, page),
    next_cursor: last ? writeCursor(['twins', last.likeness, last.spot_id, last.other_id]) : null,
  }
}

/**
 * Returns spots that the viewer can merge with a given one, nearest first, even if the nightly job didn't pair them.
 * After those, lists spots that can't be merged as long as different people can see them.
 * @throws Refusal SPOT_NOT_FOUND
 */
export async function findMergeableSpots(
  db: Db,
  viewer: Viewer,
  spot_id: string,
  q: string,
): Promise<{ items: MergeableSpot[] }> {
  const spot = await requireCard(db, viewer.user_id, spot_id)
  const metres = LIMITS.merge_metres
  const near = (await selectMergeable(db, viewer, { spot, q, metres }))
    .map((one) => ({ ...one, metres: metresBetween(spot, one) }))
    .filter((one) => one.metres <= metres)
    .sort((a, b) => Number(b.can_be_one) - Number(a.can_be_one) || a.metres - b.metres)
    .slice(0, LIMITS.mergeable_max)
  const ids = near.map(({ id }) => id)
  const cards = await selectCardsById(db, viewer.user_id, ids)
  const items = near.flatMap(({ id, metres, can_be_one }): MergeableSpot[] => {
    const card = cards.get(id)
    const refused = can_be_one ? null : 'SPOTS_DIFFER'
    return card ? [{ spot: card, metres: Math.round(metres), refused }] : []
  })
  return { items }
}

/**
 * Permanently marks two spots as different places.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED
 */
export function dismissTwins(db: Db, viewer: Viewer, one_id: string, other_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const one = await requireSpot(tx, viewer.user_id, one_id)
    const other = await requireSpot(tx, viewer.user_id, other_id)
    if (one.id === other.id) throw new Refusal('SPOT_NOT_FOUND')
    if (!mayMerge(viewer, one, other, await isStewardAtBoth(tx, viewer, one, other)))
      throw new Refusal('NOT_ALLOWED')
    const metres = metresBetween(one, other)
    await dismissPair(tx, { spot_id: one.id, other_id: other.id, metres, by: viewer.user_id })
  })
}

const MergesCursor = z.tuple([z.literal('merges'), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of merges that the viewer may undo, newest first.
 * @throws Refusal BAD_CURSOR
 */
export async function mergesPage(
  db: Db,
  viewer: Viewer,
  { spot_id, cursor }: { spot_id?: string | undefined; cursor?: string | undefined },
): Promise<{ items: Merge[]; next_cursor: string | null }> {
  const read = cursor === undefined ? null : readCursor(MergesCursor, cursor)
  const after = read && { merged_at: read[1], id: read[2] }
  const found = await selectMerges(db, viewer, { spot_id, after, days: LIMITS.unmerge_days, limit: PAGE + 1 })
  const items = found.slice(0, PAGE)
  const last = found.length > PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor(['merges', last.merged_at, last.id]) : null }
}
