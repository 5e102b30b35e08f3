import type { Crew, CrewInvitation } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

const NOT_ENDED = sql<boolean>`i.created_at > now() - make_interval(days => ${sql.lit(LIMITS.crew_invitation_days)})`

/**
 * Whether an invitation (row `i`) is valid: it's still pending, and its inviter is still in the crew and visible to the
 * invited person.
 */
function stands(invited: string): RawBuilder<boolean> {
  return sql<boolean>`(i.declined_at is null and i.withdrawn_at is null
  and ${NOT_ENDED}
  and exists (select from visible_people(${viewerId(invited)}) inviter where inviter.user_id = i.invited_by)
  and exists (select from crew_members inviter where inviter.crew_id = i.crew_id and inviter.user_id = i.invited_by))`
}

/** Returns a person's valid invitations, newest first. */
export async function selectInvitations(db: Db, user_id: string): Promise<CrewInvitation[]> {
  const { rows } = await sql<CrewInvitation>`
    select json_build_object('id', c.id, 'name', c.name) as crew, ${personJson('who')} as invited_by,
      ${moment('i.created_at')} as created_at
    from crew_invitations i join crews c on c.id = i.crew_id join profiles who on who.user_id = i.invited_by
    where i.user_id = ${user_id} and ${stands(user_id)}
    order by i.created_at desc, i.crew_id limit ${LIMITS.page_max}`.execute(db)
  return rows
}

/** Whether a person has a valid invitation to a crew. */
export async function isInvited(db: Db, user_id: string, crew_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from crew_invitations i
    where i.crew_id = ${crew_id} and i.user_id = ${user_id} and ${stands(user_id)}`.execute(db)
  return rows.length > 0
}

/** Returns the people invited to a crew, for its owner. Includes people who declined. */
export async function selectInvited(db: Db, viewer: string, crew_id: string): Promise<Crew['invited']> {
  const { rows } = await sql<Crew['invited'][number]>`
    select ${personJson('who')} as user, ${moment('i.created_at')} as created_at
    from crew_invitations i join visible_people(${viewerId(viewer)}) who on who.user_id = i.user_id
    where i.crew_id = ${crew_id} and i.withdrawn_at is null and ${NOT_ENDED}
    order by i.created_at desc, i.user_id`.execute(db)
  return rows
}

/** Returns the number of a crew's invitations that haven't expired, including declined and withdrawn ones. */
export async function countInvitations(tx: Tx, crew_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from crew_invitations i where i.crew_id = ${crew_id} and ${NOT_ENDED}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/**
 * Stores an invitation. Returns false if one already exists; the existing one becomes valid again unless it was
 * declined.
 */
export async function insertInvitation(
  tx: Tx,
  invitation: { crew_id: string; user_id: string; invited_by: string },
): Promise<boolean> {
  const { crew_id, user_id, invited_by } = invitation
  // Deletes an expired invitation that hasn't been cleaned up yet.
  await sql`delete from crew_invitations i
    where i.crew_id = ${crew_id} and i.user_id = ${user_id} and not ${NOT_ENDED}`.execute(tx)
  const { numUpdatedRows } = await tx
    .updateTable('crew_invitations')
    .set({ withdrawn_at: null, invited_by })
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return false
  await tx.insertInto('crew_invitations').values(invitation).execute()
  return true
}

async function mark(
  tx: Tx,
  column: 'declined_at' | 'withdrawn_at',
  crew_id: string,
  user_id: string,
): Promise<void> {
  await tx
    .updateTable('crew_invitations')
    .set({ [column]: sql<string>`now()` })
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', user_id)
    .where(column, 'is', null)
    .execute()
}

/**
 * Declines an invitation. The row remains until it expires, so that the crew's owner can't see that it was declined.
 */
export function markDeclined(tx: Tx, crew_id: string, user_id: string): Promise<void> {
  return mark(tx, 'declined_at', crew_id, user_id)
}

/** Withdraws an invitation. The row remains until it expires, so that inviting the person again doesn't notify them. */
export function markWithdrawn(tx: Tx, crew_id: string, user_id: string): Promise<void> {
  return mark(tx, 'withdrawn_at', crew_id, user_id)
}

/** Deletes an invitation after it was accepted. */
export async function deleteInvitation(tx: Tx, crew_id: string, user_id: string): Promise<void> {
  await tx
    .deleteFrom('crew_invitations')
    .where('crew_id', '=', crew_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** Deletes expired invitations. */
export async function deleteEndedInvitations(db: Db): Promise<void> {
  await sql`delete from crew_invitations i where not ${NOT_ENDED}`.execute(db)
}
