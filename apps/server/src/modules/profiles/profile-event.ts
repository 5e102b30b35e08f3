import type { PersonEvent } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/** Publishes to members that a profile has changed, once the transaction commits. */
export function publishProfileEvent(tx: Tx, user_id: string): Promise<void> {
  const data: PersonEvent = { kind: 'profile', user_id }
  return appendEvent(tx, { topic: 'people', name: 'person', data })
}
