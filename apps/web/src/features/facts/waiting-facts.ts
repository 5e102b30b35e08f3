import { obstacleField } from '@nollie/contract/facts/fact-kinds'
import type { SpotFacts } from '@nollie/contract'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { draftOf, isBlank, nameOfDraft, readDraft } from './fact-draft.ts'
import { type FactsBody, suggestFacts } from './fact-requests.ts'
import { fieldText } from './fact-text.ts'

/** What somebody says of a spot in the outbox of this device. */
export type WaitingFacts = { spot_id: string; spot_name: string; body: FactsBody }
/** Its name there; its target is the spot. */
export const FACTS = 'facts'

/**
 * Says how a spot skates. Resolves with null if that waits in the outbox of this device.
 * @throws ApiError, DeviceFull
 */
export const sayFacts = (payload: WaitingFacts, key: string): Promise<SpotFacts | null> => {
  const { spot_id, body } = payload
  return sendOrQueue({ kind: FACTS, target: spot_id, payload, id: key }, () =>
    suggestFacts(spot_id, body, key),
  )
}

/** What waits, in one line: `Ground: Smooth · Ledge: 45 cm high`. */
export const waitingText = ({ facts = {}, obstacles = [] }: FactsBody): string =>
  [...Object.entries(facts), ...obstacles.map(({ id, obstacle }) => [obstacleField(id), obstacle] as const)]
    .map(([field, value]) => fieldText(field, value as Parameters<typeof fieldText>[1], null))
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ')

/** Puts what waits back into the form of its spot; false if something else is in it. */
export function putBack(user_id: string, { spot_id, body }: WaitingFacts): boolean {
  const name = nameOfDraft(user_id, spot_id)
  if (!isBlank(readDraft(readStored(name)))) return false
  writeStored(name, draftOf(body))
  return true
}
