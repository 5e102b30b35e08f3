import { obstacleField } from '@nollie/contract/facts/fact-kinds'
import type { SpotFacts } from '@nollie/contract'
import { sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { toDraft, isBlank, buildFactDraftName, readDraft } from './fact-draft.ts'
import { type FactsBody, suggestFacts } from './fact-requests.ts'
import { fieldText } from './fact-text.ts'

/** A fact suggestion in the outbox. */
export type WaitingFacts = { spot_id: string; spot_name: string; body: FactsBody }
/** The outbox kind for facts, whose target is the spot. */
export const FACTS = 'facts'

/**
 * Suggests facts for a spot. Resolves to null if the suggestion was queued in the outbox.
 * @throws ApiError, DeviceFull
 */
export function suggestOrQueueFacts(payload: WaitingFacts, key: string): Promise<SpotFacts | null> {
  const { spot_id, body } = payload
  return sendOrQueue({ kind: FACTS, target: spot_id, payload, id: key }, () =>
    suggestFacts(spot_id, body, key),
  )
}

/** Describes a queued suggestion in one line: `Ground: Smooth · Ledge: 45 cm high`. */
export function waitingText({ facts = {}, obstacles = [] }: FactsBody): string {
  return [
    ...Object.entries(facts),
    ...obstacles.map(({ id, obstacle }) => [obstacleField(id), obstacle] as const),
  ]
    .map(([field, value]) => fieldText(field, value as Parameters<typeof fieldText>[1], null))
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ')
}

/** Puts a queued suggestion back into its spot's form. Returns false if the form has other content. */
export function putBack(user_id: string, { spot_id, body }: WaitingFacts): boolean {
  const name = buildFactDraftName(user_id, spot_id)
  if (!isBlank(readDraft(readStored(name)))) return false
  writeStored(name, toDraft(body))
  return true
}
