import type { Meetup, MeetupEdit, NewMeetup } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import { say } from '../../platform/languages/index.ts'
import { requireSpotFor } from '../audiences/index.ts'
import { requireMemberWhoShares } from '../crews/index.ts'
import { findTimeZone } from '../places/index.ts'
import { notifyGuests, publishMeetup } from './meetup-events.service.ts'
import {
  deleteMeetup,
  findMeetup,
  insertMeetup,
  isSpotKnownExactly,
  lockCounts,
  lockMeetup,
  lockReported,
  type LockedMeetup,
  type MeetupRow,
  selectMeetups,
  setCanceled,
  updateMeetup,
} from './meetups.queries.ts'

const DAY_MS = 86_400_000

function addTimeZone({ latitude, longitude, ...meetup }: MeetupRow): Meetup {
  return { ...meetup, time_zone: findTimeZone({ latitude, longitude }) }
}

/** Returns a meetup. @throws Refusal MEETUP_NOT_FOUND, including for a meetup the viewer can't see */
export async function requireMeetup(db: Db, viewer: string, id: string): Promise<Meetup> {
  const found = await findMeetup(db, viewer, id)
  if (!found) throw new Refusal('MEETUP_NOT_FOUND')
  return addTimeZone(found)
}

/** Returns the meetups at a spot that a viewer can see. @throws Refusal SPOT_NOT_FOUND */
export async function listMeetups(db: Db, viewer: string, spot_id: string): Promise<Meetup[]> {
  await requireSpotFor(db, viewer, spot_id)
  return (await selectMeetups(db, viewer, spot_id)).map(addTimeZone)
}

/** @throws Refusal BAD_REQUEST if the meetup has ended, or starts too far in the future */
function requireTimes({ starts_at, ends_at }: { starts_at: string; ends_at: string }): void {
  if (Date.parse(ends_at) <= Date.now())
    throw refusedField('BAD_REQUEST', 'ends_at', say`Choose a time in the future.`)
  if (Date.parse(starts_at) > Date.now() + LIMITS.meetup_ahead_days * DAY_MS)
    throw refusedField('BAD_REQUEST', 'starts_at', say`Choose an earlier date.`)
}

/**
 * Announces a meetup; idempotent by key.
 * @throws Refusal SPOT_NOT_FOUND, including if the host can't see the spot's exact position; CREW_NOT_FOUND,
 * TOO_MANY_MEETUPS, BAD_REQUEST, IN_PROGRESS, KEY_REUSED; MEETUP_NOT_FOUND if a repeated request comes after its end
 */
export async function addMeetup(
  db: Db,
  user_id: string,
  key: string,
  body: NewMeetup & { spot_id: string },
): Promise<Meetup> {
  // The stored answer outlives the meetup, so it has only the id.
  const id = await idempotent(db, { user_id, key, body }, async (tx) => {
    requireTimes(body)
    const crew_id = body.crew_id ?? null
    if (!(await isSpotKnownExactly(tx, user_id, body.spot_id))) throw new Refusal('SPOT_NOT_FOUND')
    if (crew_id) await requireMemberWhoShares(tx, user_id, crew_id)
    const { all, here } = await lockCounts(tx, user_id, body.spot_id)
    if (all >= LIMITS.meetups_max || here >= LIMITS.meetups_here_max) throw new Refusal('TOO_MANY_MEETUPS')
    const id = uuid()
    await insertMeetup(tx, { ...body, id, user_id, crew_id }).catch((error: unknown) => {
      // The spot was deleted in the meantime.
      throw (error as { code?: string }).code === '23503' ? new Refusal('SPOT_NOT_FOUND') : error
    })
    return id
  })
  return requireMeetup(db, user_id, id)
}

/** Locks a meetup for its host. @throws Refusal MEETUP_NOT_FOUND, including for other people */
async function lockOwnMeetup(tx: Tx, user_id: string, id: string): Promise<LockedMeetup> {
  const meetup = await lockMeetup(tx, user_id, id)
  if (meetup?.user_id !== user_id) throw new Refusal('MEETUP_NOT_FOUND')
  return meetup
}

/** Whether guests need to know about an edit. */
function isWorthNotice(before: LockedMeetup, { starts_at, ends_at, note }: MeetupEdit): boolean {
  const isLater = (one: string, other: string) => Date.parse(one) !== Date.parse(other)
  return (
    isLater(before.starts_at, starts_at) ||
    isLater(before.ends_at, ends_at) ||
    (note !== undefined && note !== before.note)
  )
}

/**
 * Changes a meetup, and notifies its guests of a new time or note.
 * @throws Refusal MEETUP_NOT_FOUND, MEETUP_OVER, BAD_REQUEST
 */
export function editMeetup(db: Db, user_id: string, id: string, edit: MeetupEdit): Promise<Meetup> {
  return db.transaction().execute(async (tx) => {
    const before = await lockOwnMeetup(tx, user_id, id)
    if (before.is_over || before.is_canceled) throw new Refusal('MEETUP_OVER')
    requireTimes(edit)
    const { starts_at, ends_at, note, tags, people_max } = edit
    await updateMeetup(tx, id, {
      starts_at,
      ends_at,
      ...(note !== undefined && { note }),
      ...(tags && { tags }),
      ...(people_max !== undefined && { people_max }),
    })
    if (isWorthNotice(before, edit)) await notifyGuests(tx, before)
    await publishMeetup(tx, before)
    return requireMeetup(tx, user_id, id)
  })
}

/**
 * Cancels a meetup and notifies its guests; idempotent. Changes nothing once the meetup has ended.
 * @throws Refusal MEETUP_NOT_FOUND
 */
export function cancelMeetup(db: Db, user_id: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const meetup = await lockOwnMeetup(tx, user_id, id)
    if (meetup.is_over || meetup.is_canceled) return
    await setCanceled(tx, id)
    await notifyGuests(tx, meetup)
    await publishMeetup(tx, meetup)
  })
}

/** Deletes a meetup after a moderator's decision, also from open screens. @throws Refusal MEETUP_NOT_FOUND */
export async function removeReportedMeetup(tx: Tx, id: string): Promise<void> {
  const meetup = await lockReported(tx, id)
  if (!meetup) throw new Refusal('MEETUP_NOT_FOUND')
  await publishMeetup(tx, meetup)
  await deleteMeetup(tx, id)
}
