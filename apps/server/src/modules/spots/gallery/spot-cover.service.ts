import { LIMITS, type Spot, type Viewer } from '@nollie/contract'
import { idempotent } from '../../../db/idempotent.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { refusedField } from '../../../platform/http/index.ts'
import { attachMedia } from '../../media/index.ts'
import { createPost } from '../../posts/index.ts'
import { lockAnySpot, lockSpot, updateSpot } from '../edit/edit-spot.queries.ts'
import { selectName, selectNextCover, wasCoverChosenAfter } from './spot-cover.queries.ts'
import { insertEdit } from '../edit/spot-history.queries.ts'
import { lockOwnSpot } from '../edit/edit-spot.service.ts'
import { requireSpot } from '../spots.service.ts'
import { say } from '../../../platform/languages/index.ts'

const NO_PHOTO = say`A cover must be a photo`

function inTitle(text: string): string {
  return Array.from(text).slice(0, LIMITS.post_title_max).join('').trim()
}

/**
 * Uses a photo that the viewer uploaded as the cover and creates a post for it, once per idempotency key.
 * @throws Refusal SPOT_NOT_FOUND, NOT_ALLOWED, BAD_REQUEST for a video, IN_PROGRESS, KEY_REUSED, and errors from
 * `attachMedia`
 */
export function changeCover(
  db: Db,
  viewer: Viewer,
  { id, media_id, key }: { id: string; media_id: string; key: string },
): Promise<Spot> {
  return idempotent(db, { user_id: viewer.user_id, key, body: { cover_of: id, media_id } }, async (tx) => {
    const spot = await lockOwnSpot(tx, viewer, id)
    const [media] = await attachMedia(tx, viewer.user_id, [media_id])
    if (media?.type !== 'image') throw refusedField('BAD_REQUEST', 'media_id', NO_PHOTO)
    await createPost(tx, {
      user_id: viewer.user_id,
      spot_id: id,
      kind: 'cover',
      title: inTitle(`${await selectName(tx, viewer.user_id)} changed the cover photo for ${spot.name}`),
      content: `Updated cover photo for ${spot.name}`,
      media_ids: [media_id],
    })
    await updateSpot(tx, id, { cover_media_id: media_id })
    await insertEdit(tx, {
      spot_id: id,
      user_id: viewer.user_id,
      action: 'cover',
      version: spot.version,
      before: { cover_media_id: spot.cover_media_id },
    })
    return requireSpot(tx, viewer.user_id, id)
  })
}

/**
 * Replaces a spot's cover, if it's one of these items, with another of the spot's photos or none. Returns the previous
 * cover, or null if nothing changed.
 */
export async function replaceCover(
  tx: Tx,
  spot_id: string,
  media_ids: readonly string[],
): Promise<string | null> {
  const spot = await lockSpot(tx, spot_id)
  if (!spot?.cover_media_id || !media_ids.includes(spot.cover_media_id)) return null
  await updateSpot(tx, spot_id, { cover_media_id: await selectNextCover(tx, spot_id, media_ids) })
  return spot.cover_media_id
}

/** Makes a photo from one of a spot's posts its first cover, unless one was chosen in the meantime. */
export async function giveFirstCover(tx: Tx, spot_id: string, media_id: string): Promise<void> {
  const spot = await lockSpot(tx, spot_id)
  if (spot?.cover_media_id === null) await updateSpot(tx, spot_id, { cover_media_id: media_id })
}

/** Restores a cover that was replaced when it was hidden, unless another one has been chosen since. */
export async function restoreCover(tx: Tx, spot_id: string, media_id: string): Promise<void> {
  const spot = await lockAnySpot(tx, spot_id)
  if (!spot || spot.purged_at !== null || (await wasCoverChosenAfter(tx, spot_id, media_id))) return
  await updateSpot(tx, spot_id, { cover_media_id: media_id })
}
