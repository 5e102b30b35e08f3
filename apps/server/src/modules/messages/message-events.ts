import type { MessageEvent } from '@nollie/contract'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/** Publishes a conversation event to these people. */
export function publishToPeople(tx: Tx, people: readonly string[], data: MessageEvent): Promise<void> {
  return appendEvents(
    tx,
    people.map((user_id) => ({ topic: `user:${user_id}`, name: 'message', data })),
  )
}
