import type { Crew, CrewInvitation, CrewSummary, PostEvent, SpotEvent } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { appendEvents } from '../../db/events.ts'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import {
  deleteCrew,
  findRole,
  insertCrew,
  isHiddenName,
  lockCountOf,
  lockCrew,
  type Role,
  selectCrew,
  selectCrews,
  selectMemberIds,
  updateName,
  waitForCrew,
} from './crews.queries.ts'
import { selectInvitations, selectInvited } from './invitations.queries.ts'
import { say } from '../../platform/languages/index.ts'

// There may be too many changes to list, so clients reload everything on screen.
const RELOADS: readonly { name: string; data: SpotEvent | PostEvent }[] = [
  { name: 'spot', data: { kind: 'many', spot_id: null, at: [] } },
  { name: 'post', data: { kind: 'many', post_id: null, spot_id: null } },
]

/**
 * Publishes a change in a crew to its members and to these people. If `isAboutSpots`, also publishes that they can now
 * see different spots and posts.
 */
export async function publishCrew(
  tx: Tx,
  crew_id: string,
  { others = [], isAboutSpots = false }: { others?: readonly string[]; isAboutSpots?: boolean } = {},
): Promise<void> {
  const people = new Set([...(await selectMemberIds(tx, crew_id)), ...others])
  const events = [{ name: 'crew', data: { crew_id } }, ...(isAboutSpots ? RELOADS : [])]
  await appendEvents(
    tx,
    [...people].flatMap((user_id) => events.map((event) => ({ topic: `user:${user_id}`, ...event }))),
  )
}

/** Returns a person's crews and pending invitations. */
export async function listCrews(
  db: Db,
  user_id: string,
): Promise<{ items: CrewSummary[]; invitations: CrewInvitation[] }> {
  return {
    items: await selectCrews(db, user_id),
    invitations: await selectInvitations(db, user_id),
  }
}

/**
 * Requires that a person is a member of a crew, and returns their role.
 * @throws Refusal CREW_NOT_FOUND
 */
export async function requireMember(db: Db, user_id: string, crew_id: string): Promise<Role> {
  const role = await findRole(db, user_id, crew_id)
  if (!role) throw new Refusal('CREW_NOT_FOUND')
  return role
}

/**
 * Requires that a person who shares content with a crew is a member. Blocks their removal until the end of the
 * transaction, so that a later removal also makes this content private.
 * @throws Refusal CREW_NOT_FOUND
 */
export async function requireMemberWhoShares(tx: Tx, user_id: string, crew_id: string): Promise<void> {
  await waitForCrew(tx, crew_id)
  await requireMember(tx, user_id, crew_id)
}

/**
 * Locks a crew for its owner until the end of the transaction.
 * @throws Refusal CREW_NOT_FOUND for nonmembers, NOT_ALLOWED for other members
 */
export async function lockOwnCrew(tx: Tx, user_id: string, crew_id: string): Promise<void> {
  if (!(await lockCrew(tx, crew_id))) throw new Refusal('CREW_NOT_FOUND')
  if ((await requireMember(tx, user_id, crew_id)) !== 'owner') throw new Refusal('NOT_ALLOWED')
}

/** Returns a crew for one of its members. @throws Refusal CREW_NOT_FOUND */
export async function requireCrew(db: Db, viewer: string, id: string): Promise<Crew> {
  const crew = await selectCrew(db, viewer, id)
  if (!crew) throw new Refusal('CREW_NOT_FOUND')
  return { ...crew, invited: crew.role === 'owner' ? await selectInvited(db, viewer, id) : [] }
}

/** Locks the number of a person's crews until the end of the transaction. @throws Refusal TOO_MANY_CREWS */
export async function refuseTooMany(tx: Tx, user_id: string): Promise<void> {
  if ((await lockCountOf(tx, user_id)) >= LIMITS.crews_max) throw new Refusal('TOO_MANY_CREWS')
}

/**
 * Creates a crew; idempotent by key.
 * @throws Refusal TOO_MANY_CREWS, IN_PROGRESS, KEY_REUSED
 */
export function createCrew(db: Db, user_id: string, key: string, body: { name: string }): Promise<Crew> {
  return idempotent(db, { user_id, key, body: ['crew', body] }, async (tx) => {
    await refuseTooMany(tx, user_id)
    const id = uuid()
    await insertCrew(tx, { id, name: body.name, named_by: user_id })
    await publishCrew(tx, id)
    return requireCrew(tx, user_id, id)
  })
}

/**
 * Renames a crew.
 * @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED, BAD_REQUEST for a name that moderators have hidden
 */
export function renameCrew(db: Db, user_id: string, id: string, name: string): Promise<Crew> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, user_id, id)
    if (await isHiddenName(tx, id, name))
      throw refusedField('BAD_REQUEST', 'name', say`Moderators hid this name. Choose another one.`)
    await updateName(tx, id, name, user_id)
    await publishCrew(tx, id)
    return requireCrew(tx, user_id, id)
  })
}

/** Deletes a crew. @throws Refusal CREW_NOT_FOUND, NOT_ALLOWED */
export function removeCrew(db: Db, user_id: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockOwnCrew(tx, user_id, id)
    const members = await selectMemberIds(tx, id)
    await deleteCrew(tx, id)
    await publishCrew(tx, id, { others: members, isAboutSpots: true })
  })
}
