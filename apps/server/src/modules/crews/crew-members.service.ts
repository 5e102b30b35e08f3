import type { Crew } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isVisibleTo } from '../blocks/index.ts'
import { changeOwner, deleteMember, findRole, lockCrew, selectCrewIds } from './crews.queries.ts'
import { say } from '../../platform/languages/index.ts'
import { lockOwnCrew, publishCrew, requireCrew } from './crews.service.ts'
import { publishWithdrawn } from '../notifications/index.ts'
import { isInvited, markDeclined } from './invitations.queries.ts'

/** Removes a person from a crew, along with the content they shared with it. Returns false if they weren't a member. */
export async function takeOut(tx: Tx, crew_id: string, user_id: string): Promise<boolean> {
  if (!(await lockCrew(tx, crew_id))) return false
  if (!(await deleteMember(tx, crew_id, user_id))) return false
  await publishCrew(tx, crew_id, { others: [user_id], isAboutSpots: true })
  return true
}

/**
 * Removes another member from a crew.
 * @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED, PERSON_NOT_FOUND, BAD_REQUEST for removing oneself
 */
export function removeMember(db: Db, owner: string, crew_id: string, user_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, owner, crew_id)
    if (user_id === owner)
      throw new Refusal('BAD_REQUEST', { detail: say`You can’t remove yourself. Leave the crew instead.` })
    if (!(await takeOut(tx, crew_id, user_id))) throw new Refusal('PERSON_NOT_FOUND')
  })
}

/**
 * Transfers ownership of a crew to another member.
 * @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED, PERSON_NOT_FOUND for nonmembers and invisible people
 */
export function handOver(db: Db, owner: string, crew_id: string, user_id: string): Promise<Crew> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, owner, crew_id)
    if (!(await findRole(tx, user_id, crew_id)) || !(await isVisibleTo(tx, owner, user_id)))
      throw new Refusal('PERSON_NOT_FOUND')
    await changeOwner(tx, crew_id, owner, user_id)
    await publishCrew(tx, crew_id)
    return requireCrew(tx, owner, crew_id)
  })
}

/** Removes a person from all their crews for account deletion, in one transaction per crew. */
export async function leaveAllCrews(db: Db, user_id: string): Promise<void> {
  for (const crew_id of await selectCrewIds(db, user_id))
    await db.transaction().execute((tx) => takeOut(tx, crew_id, user_id))
}

/**
 * Leaves a crew, or declines its invitation.
 * @throws Refusal CREW_NOT_FOUND for people who are neither members nor invited
 */
export function leaveCrew(db: Db, user_id: string, crew_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (await takeOut(tx, crew_id, user_id)) return
    if (!(await isInvited(tx, user_id, crew_id))) throw new Refusal('CREW_NOT_FOUND')
    await markDeclined(tx, crew_id, user_id)
    await publishWithdrawn(tx, [user_id])
  })
}
