import type { Profile, ProfileEdit } from '@nollie/contract'
import { lockUserAndKeys } from '../../db/lock-user.ts'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { changeUsername, requireOwnName } from '../accounts/index.ts'
import { namedIn } from '../mentions/index.ts'
import { lockProfile, setHomeTown, publishProfileEvent, updateProfile } from '../profiles/index.ts'
import { selectProfile } from './profile.queries.ts'

/** Returns a profile for a viewer. @throws Refusal PERSON_NOT_FOUND, including if there's a block */
export async function requireProfile(db: Db, viewer: string, user_id: string): Promise<Profile> {
  const profile = await selectProfile(db, viewer, user_id)
  if (!profile) throw new Refusal('PERSON_NOT_FOUND')
  return { ...profile, bio_mentions: await namedIn(db, viewer, profile.bio) }
}

/**
 * Edits the viewer's own profile.
 * @param version the version that the edit is based on
 * @throws Refusal STALE if the profile has a newer version, USERNAME_TAKEN, BAD_REQUEST for a name that impersonates
 * the operator
 */
export function editProfile(db: Db, user_id: string, version: number, edit: ProfileEdit): Promise<Profile> {
  return db.transaction().execute(async (tx) => {
    await lockUserAndKeys(tx, user_id)
    const profile = await lockProfile(tx, user_id)
    if (!profile) throw new Refusal('PERSON_NOT_FOUND')
    if (profile.version !== version) throw new Refusal('STALE')
    if (edit.full_name !== profile.full_name) requireOwnName(edit.full_name)
    await changeUsername(tx, user_id, { from: profile.username, to: edit.username })
    await updateProfile(tx, user_id, edit)
    await publishProfileEvent(tx, user_id)
    return requireProfile(tx, user_id, user_id)
  })
}

/** Sets the hometown on a person's own profile. Null removes it. */
export function showHomeTown(db: Db, user_id: string, home_town: string | null): Promise<Profile> {
  return db.transaction().execute(async (tx) => {
    await setHomeTown(tx, user_id, home_town)
    await publishProfileEvent(tx, user_id)
    return requireProfile(tx, user_id, user_id)
  })
}
