import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { selectGuests } from './guests.queries.ts'

type Of = { id: string; user_id: string }

/**
 * Publishes to a meetup's host and guests that it changed, and to someone who just left it. The event has no content, so
 * each client reloads it.
 */
export async function publishMeetup(tx: Tx, { id, user_id }: Of, left?: string): Promise<void> {
  const people = new Set([user_id, ...(await selectGuests(tx, user_id, id)), ...(left ? [left] : [])])
  await appendEvents(
    tx,
    [...people].map((person) => ({ topic: `user:${person}`, name: 'meetup', data: { meetup_id: id } })),
  )
}

/** Notifies guests that the host changed or canceled a meetup. A second change on the same date is new again. */
export async function notifyGuests(tx: Tx, { id, user_id }: Of): Promise<void> {
  await notify(tx, {
    type: 'meetup_changed',
    from_user_id: user_id,
    user_ids: await selectGuests(tx, user_id, id),
    target_id: id,
    meetup_id: id,
    renewsLine: true,
  })
}

/** Notifies a meetup's host that someone is in. */
export async function notifyHost(tx: Tx, { id, user_id }: Of, guest: string): Promise<void> {
  await notify(tx, {
    type: 'meetup_joined',
    from_user_id: guest,
    user_ids: [user_id],
    target_id: id,
    meetup_id: id,
  })
}
