import type { Profile } from '@nollie/contract'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { attachMedia } from '../media/index.ts'
import { createPost } from '../posts/index.ts'
import { publishProfileEvent, setAvatar } from '../profiles/index.ts'
import { findOwnPicture } from './profile.queries.ts'
import { requireProfile } from './profile.service.ts'

/** Title and text for the post about a new profile picture (API-68). */
const PICTURE = { title: 'Profile Picture', content: 'Updated profile picture' } as const

// Uses the 400 px variant, because it is a centered square.
async function usePicture(
  tx: Tx,
  user_id: string,
  media: { id: string; key: string | null },
): Promise<Profile> {
  await setAvatar(tx, user_id, { avatar_media_id: media.id, avatar_url: `/media/${media.key}/400.webp` })
  await publishProfileEvent(tx, user_id)
  return requireProfile(tx, user_id, user_id)
}

/**
 * Makes an uploaded photo the profile picture and creates its post, once per idempotency key.
 * @throws Refusal WRONG_TYPE for a video, IN_PROGRESS, KEY_REUSED, and errors from `attachMedia`
 */
export function addPicture(db: Db, user_id: string, key: string, media_id: string): Promise<Profile> {
  return idempotent(db, { user_id, key, body: ['picture', media_id] }, async (tx) => {
    const [media] = await attachMedia(tx, user_id, [media_id])
    if (media?.type !== 'image') throw new Refusal('WRONG_TYPE')
    await createPost(tx, {
      user_id,
      kind: 'profile_picture',
      spot_id: null,
      ...PICTURE,
      media_ids: [media_id],
    })
    return usePicture(tx, user_id, media)
  })
}

/**
 * Makes an earlier profile picture the current one.
 * @throws Refusal POST_NOT_FOUND unless it's one of the person's own profile pictures
 */
export function choosePicture(db: Db, user_id: string, post_id: string): Promise<Profile> {
  return db.transaction().execute(async (tx) => {
    const media = await findOwnPicture(tx, user_id, post_id)
    if (!media) throw new Refusal('POST_NOT_FOUND')
    return usePicture(tx, user_id, media)
  })
}

/** Removes the profile picture. Its post stays. */
export function removePicture(db: Db, user_id: string): Promise<Profile> {
  return db.transaction().execute(async (tx) => {
    await setAvatar(tx, user_id, null)
    await publishProfileEvent(tx, user_id)
    return requireProfile(tx, user_id, user_id)
  })
}
