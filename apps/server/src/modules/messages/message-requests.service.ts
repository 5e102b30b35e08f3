import type { Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { publishToPeople } from './message-events.ts'
import { markAccepted } from './message-requests.queries.ts'
import type { LockedThread } from './threads.queries.ts'
import { withThread } from './threads.service.ts'

/** Notifies the recipient of a message request when its first message is sent. */
export async function notifyOfRequest(
  tx: Tx,
  { id: thread_id, other_id, accepted_by_other, last_seq }: LockedThread,
  from_user_id: string,
): Promise<void> {
  if (accepted_by_other || last_seq > 0) return
  const notification = { from_user_id, user_ids: [other_id], target_id: thread_id, thread_id }
  await notify(tx, { type: 'message_request', ...notification })
}

/**
 * Moves a request into the inbox.
 * @throws Refusal THREAD_NOT_FOUND
 */
export function acceptThread(db: Db, viewer: Viewer, thread_id: string): Promise<void> {
  return withThread(db, viewer, thread_id, async (tx) => {
    const { user_id } = viewer
    if (await markAccepted(tx, thread_id, user_id))
      await publishToPeople(tx, [user_id], { kind: 'thread', thread_id, message_id: null, user_id })
  })
}
