import type { PersonEvent } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/** Tells members, once it is committed, that somebody's page looks otherwise. */
export const publishProfileEvent = (tx: Tx, user_id: string): Promise<void> => {
  const data: PersonEvent = { kind: 'profile', user_id }
  return appendEvent(tx, { topic: 'people', name: 'person', data })
}
