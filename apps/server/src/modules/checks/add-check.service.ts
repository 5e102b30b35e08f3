import {
  CIRCLE_METRES,
  distanceClass,
  LIMITS,
  type NewCheck,
  type Precision,
  type SpotCondition,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import { isKnownTo, requireSpotFor } from '../audiences/index.ts'
import { attachMedia } from '../media/index.ts'
import { createPost } from '../posts/index.ts'
import { findExact, lockSpotCondition, metresBetween, selectSpotCondition } from '../spots/index.ts'
import { findLastPlace, findUploadTime, insertCheck } from './checks.queries.ts'
import { updateSpotCondition } from './update-spot-condition.service.ts'
import { say } from '../../platform/languages/index.ts'

/** The maximum plausible speed in meters per second. A position that implies a higher speed must be fake. */
const FASTEST = 300

/**
 * Maximum number of hours since a photo was uploaded and taken. Its timestamp may be in the future by the same amount.
 */
const TODAY_HOURS = 24

type Proof = Pick<Checked, 'distance' | 'proof'>

type Checked = {
  distance: 'at' | 'near' | 'away'
  proof: 'position' | 'device' | 'photo'
}

type Place = { latitude: number; longitude: number }

/** The spot location that we compare a person's position with: the exact one, or the circle shown to them. */
type Seen = Place & { id: string; is_exact: boolean; precision: Precision }

/** Maximum distance from the visible position that still counts as being at the spot; null if unknown. */
function getReachMeters({ is_exact, precision }: Seen): number | null {
  if (is_exact) return LIMITS.check_metres
  const circle = CIRCLE_METRES[precision]
  return circle === null ? null : circle + LIMITS.check_metres
}

/**
 * Measures how far a person is from a spot. The position is used only here: it's not stored, logged, or included in the
 * idempotency hash. If the person can't see the exact position, we compare with the approximate one, so repeated
 * requests reveal nothing. The server then learns no more than it would from an offline device.
 * @throws Refusal TOO_FAR
 */
async function measured(
  tx: Tx,
  user_id: string,
  spot: Seen,
  position: NonNullable<NewCheck['position']>,
): Promise<Proof> {
  const metres = metresBetween(spot, position)
  const reach = getReachMeters(spot)
  const accuracy = Math.min(position.accuracy, LIMITS.check_accuracy_metres)
  if (reach === null || metres > reach + accuracy) throw new Refusal('TOO_FAR')
  const last = await findLastPlace(tx, user_id, spot.id)
  if (last && metresBetween(spot, last) > FASTEST * Math.max(60, last.seconds)) throw new Refusal('TOO_FAR')
  if (!spot.is_exact) return { distance: 'near', proof: 'device' }
  const distance = distanceClass(Math.min(metres, reach), LIMITS.check_metres)
  return { distance, proof: 'position' }
}

/** Requires a valid end date. @throws Refusal BAD_REQUEST for a date that has passed or is too far ahead */
function requireDayToCome(until: string | undefined): void {
  if (until === undefined) return
  const days = (Date.parse(until) - Date.now()) / 86_400_000
  if (days < -2 || days > LIMITS.check_until_days)
    throw refusedField('BAD_REQUEST', 'until', say`Choose a future date.`)
}

function isToday(moment: string, now: number): boolean {
  return Math.abs(now - Date.parse(moment)) <= TODAY_HOURS * 3_600_000
}

/** Requires a recent photo. @throws Refusal MEDIA_NOT_FOUND, PHOTO_TOO_OLD, UNPROCESSABLE for a video */
async function requireFromToday(tx: Tx, user_id: string, media_id: string, taken_at: string | undefined) {
  const file = await findUploadTime(tx, user_id, media_id)
  if (!file) throw new Refusal('MEDIA_NOT_FOUND')
  if (file.type !== 'image') throw new Refusal('UNPROCESSABLE')
  const now = Date.now()
  if (!isToday(file.created_at, now) || (taken_at !== undefined && !isToday(taken_at, now)))
    throw new Refusal('PHOTO_TOO_OLD')
}

// Turns the photo into a post at the spot, so it's displayed, reported, hidden, and deleted like any other.
async function addPhotoPost(tx: Tx, user_id: string, spot_id: string, media_id: string): Promise<string> {
  await attachMedia(tx, user_id, [media_id])
  return createPost(tx, {
    user_id,
    spot_id,
    kind: 'media',
    title: 'Added 1 photo(s)',
    content: null,
    media_ids: [media_id],
  })
}

async function checkProof(tx: Tx, user_id: string, spot: Seen, body: NewCheck): Promise<Proof> {
  if (body.position) return measured(tx, user_id, spot, body.position)
  return body.distance ? { distance: body.distance, proof: 'device' } : { distance: 'away', proof: 'photo' }
}

/**
 * Stores a status report and recalculates the spot's status; idempotent by key.
 * @throws Refusal SPOT_NOT_FOUND, TOO_FAR, PHOTO_TOO_OLD, IN_PROGRESS, KEY_REUSED, and errors from `attachMedia`
 */
export function addCheck(
  db: Db,
  { user_id }: Viewer,
  spot_id: string,
  key: string,
  body: NewCheck,
): Promise<{ id: string; standing: SpotCondition }> {
  requireDayToCome(body.until)
  const { answer, until, media_id, taken_at } = body
  return idempotent(db, { user_id, key, body: { spot_id, answer, until, media_id } }, async (tx) => {
    await requireSpotFor(tx, user_id, spot_id)
    const spot = await lockSpotCondition(tx, spot_id)
    if (!spot || !(await isKnownTo(tx, user_id, spot_id))) throw new Refusal('SPOT_NOT_FOUND')
    if (media_id) await requireFromToday(tx, user_id, media_id, taken_at)
    const exact = await findExact(tx, user_id, spot_id)
    const is_exact = spot.precision === 'exact' || exact !== undefined
    const proof = await checkProof(tx, user_id, { id: spot_id, ...spot, ...exact, is_exact }, body)
    const post_id = media_id ? await addPhotoPost(tx, user_id, spot_id, media_id) : null
    const id = uuid()
    const seen_at = proof.proof === 'device' ? body.seen_at : undefined
    await insertCheck(tx, { id, spot_id, user_id, answer, until: until ?? null, ...proof, post_id, seen_at })
    await updateSpotCondition(tx, spot_id, user_id)
    return { id, standing: await selectSpotCondition(tx, spot_id) }
  })
}
