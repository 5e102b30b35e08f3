import { LIMITS } from '@nollie/contract/limits'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { notify, publishWithdrawn } from '../notifications/index.ts'
import { selectMemberIds, findRole, insertMember, lockCrew } from './crews.queries.ts'
import { lockOwnCrew, publishCrew, refuseTooMany, requireCrew } from './crews.service.ts'
import {
  countInvitations,
  insertInvitation,
  markWithdrawn,
  deleteInvitation,
  isInvited,
} from './invitations.queries.ts'
import type { Crew } from '@nollie/contract'

/**
 * Invites a person to a crew. People who declined aren't notified again until the invitation expires, and the owner
 * doesn't learn that they declined.
 * @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED, CREW_FULL, TOO_MANY_INVITATIONS; PERSON_NOT_FOUND, including for
 * suspended people and if either person blocks the other
 */
export function inviteToCrew(db: Db, owner: string, crew_id: string, user_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, owner, crew_id)
    if (!(await isVisibleTo(tx, owner, user_id))) throw new Refusal('PERSON_NOT_FOUND')
    const members = await selectMemberIds(tx, crew_id)
    if (members.includes(user_id)) return
    if (members.length >= LIMITS.crew_members_max) throw new Refusal('CREW_FULL')
    const isNew = await insertInvitation(tx, { crew_id, user_id, invited_by: owner })
    if (isNew && (await countInvitations(tx, crew_id)) > LIMITS.crew_invitations_max)
      throw new Refusal('TOO_MANY_INVITATIONS')
    await publishCrew(tx, crew_id, { others: [user_id] })
    if (!isNew) return
    await notify(tx, {
      type: 'crew_invitation',
      from_user_id: owner,
      user_ids: [user_id],
      target_id: crew_id,
    })
  })
}

/**
 * Withdraws an invitation.
 * @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED
 */
export function withdrawInvitation(db: Db, owner: string, crew_id: string, user_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, owner, crew_id)
    await markWithdrawn(tx, crew_id, user_id)
    await publishCrew(tx, crew_id, { others: [user_id] })
    await publishWithdrawn(tx, [user_id])
  })
}

/**
 * Accepts an invitation; a no-op for members.
 * @throws Refusal CREW_NOT_FOUND without a valid invitation, CREW_FULL, TOO_MANY_CREWS
 */
export function joinCrew(db: Db, user_id: string, crew_id: string): Promise<Crew> {
  return db.transaction().execute(async (tx) => {
    // Locks the person before the crew, in the same order as creating a crew.
    const tooMany = await refuseTooMany(tx, user_id).catch((error: unknown) => error)
    if (!(await lockCrew(tx, crew_id))) throw new Refusal('CREW_NOT_FOUND')
    if (await findRole(tx, user_id, crew_id)) return requireCrew(tx, user_id, crew_id)
    if (!(await isInvited(tx, user_id, crew_id))) throw new Refusal('CREW_NOT_FOUND')
    if (tooMany) throw tooMany
    if ((await selectMemberIds(tx, crew_id)).length >= LIMITS.crew_members_max) throw new Refusal('CREW_FULL')
    await insertMember(tx, crew_id, user_id)
    await deleteInvitation(tx, crew_id, user_id)
    await publishCrew(tx, crew_id, { isAboutSpots: true })
    await publishWithdrawn(tx, [user_id])
    return requireCrew(tx, user_id, crew_id)
  })
}
