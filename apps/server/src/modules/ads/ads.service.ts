import { type Ad, type AdValues, LIMITS, type ManagedAd } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { attachMedia, releaseMedia } from '../media/index.ts'
import {
  addCount,
  countAds,
  deleteAd,
  findManagedAd,
  insertAd,
  lockAd,
  type Point,
  selectAdNear,
  selectAds,
  updateAd,
} from './ads.queries.ts'
import { say } from '../../platform/languages/index.ts'

/** The operator's settings for the ad slot. */
export type AdSettings = {
  kind: 'house' | 'off' | 'provider'
  /** The URL of the provider's page; null for other kinds. */
  frame: URL | null
  /** The unit IDs for the provider's native banner. */
  banner: { android: string | null; ios: string | null }
}

// Rounds to about 11 km, so that queries never contain anyone's exact position.
function rounded(degrees: number): number {
  return Math.round(degrees * 10) / 10
}

/** Returns a random ad that runs today near a member; null if there is none or ads are off. */
export async function adNear(db: Db, { kind }: AdSettings, at: Point): Promise<{ ad: Ad | null }> {
  if (kind === 'off') return { ad: null }
  return { ad: await selectAdNear(db, { latitude: rounded(at.latitude), longitude: rounded(at.longitude) }) }
}

/**
 * Counts a view or click for today.
 * @throws Refusal NOT_FOUND
 */
export async function countAd(db: Db, id: string, what: 'views' | 'presses'): Promise<undefined> {
  if (!(await addCount(db, id, what))) throw new Refusal('NOT_FOUND')
}

/** Returns all ads, sorted by end date, latest first. */
export async function listAds(db: Db): Promise<{ items: ManagedAd[] }> {
  return { items: await selectAds(db) }
}

async function attachPhoto(tx: Tx, user_id: string, media_id: string): Promise<void> {
  const [media] = await attachMedia(tx, user_id, [media_id])
  if (media?.type !== 'image') throw new Refusal('WRONG_TYPE')
}

async function requireAd(tx: Tx, id: string): Promise<ManagedAd> {
  const ad = await findManagedAd(tx, id)
  if (!ad) throw new Refusal('NOT_FOUND')
  return ad
}

/**
 * Creates an ad; idempotent by key.
 * @throws Refusal CONFLICT if there are too many ads, WRONG_TYPE for a video, IN_PROGRESS, KEY_REUSED, and errors from
 * `attachMedia`
 */
export function addAd(
  db: Db,
  { user_id, key }: { user_id: string; key: string },
  body: AdValues,
): Promise<ManagedAd> {
  return idempotent(db, { user_id, key, body: ['ad', body] }, async (tx) => {
    if ((await countAds(tx)) >= LIMITS.ads_max)
      throw new Refusal('CONFLICT', {
        detail: say`This server has reached its ad limit. Delete some ads that have ended.`,
      })
    if (body.media_id) await attachPhoto(tx, user_id, body.media_id)
    const id = uuid()
    await insertAd(tx, { id, created_by: user_id, ...body })
    return requireAd(tx, id)
  })
}

/**
 * Updates an ad, and deletes its previous photo if that was replaced or removed.
 * @throws Refusal NOT_FOUND, WRONG_TYPE for a video, and errors from `attachMedia`
 */
export function changeAd(db: Db, user_id: string, id: string, body: AdValues): Promise<ManagedAd> {
  return db.transaction().execute(async (tx) => {
    const before = await lockAd(tx, id)
    if (!before) throw new Refusal('NOT_FOUND')
    const isOther = body.media_id !== before.media_id
    if (isOther && body.media_id) await attachPhoto(tx, user_id, body.media_id)
    await updateAd(tx, id, body)
    if (isOther && before.media_id) await releaseMedia(tx, [before.media_id])
    return requireAd(tx, id)
  })
}

/** Deletes an ad with its counts and photo. @throws Refusal NOT_FOUND */
export function removeAd(db: Db, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const gone = await deleteAd(tx, id)
    if (!gone) throw new Refusal('NOT_FOUND')
    if (gone.media_id) await releaseMedia(tx, [gone.media_id])
  })
}
