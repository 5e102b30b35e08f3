import { LIMITS, type Person, type Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { say } from '../../platform/languages/index.ts'
import type { LockedThread } from './threads.queries.ts'
import { selectOther } from './visibility.queries.ts'

const TO_ONESELF = say`You can’t message yourself.`

/** @throws Refusal BAD_REQUEST for the viewer's own id; PERSON_NOT_FOUND, including for a block in either direction */
export async function requireOther(db: Db, viewer: Viewer, user_id: string): Promise<Person> {
  if (user_id === viewer.user_id) throw new Refusal('BAD_REQUEST', { detail: TO_ONESELF })
  const other = await selectOther(db, viewer.user_id, user_id)
  if (!other) throw new Refusal('PERSON_NOT_FOUND')
  return other
}

/**
 * Checks that a person may send another message. Until the recipient accepts, by following or replying, the sender can
 * only send the first few.
 * @throws Refusal REQUEST_WAITS
 */
export function requireCanMessage({ accepted_by_other, last_seq }: LockedThread): void {
  if (!accepted_by_other && last_seq >= LIMITS.messages_in_request) throw new Refusal('REQUEST_WAITS')
}
