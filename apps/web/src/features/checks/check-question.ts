import { readStored, readStoredInTab, writeStored, writeStoredInTab } from '../../lib/storage.ts'
import type { CheckedSpot } from './spot-condition-text.ts'

const NAME = 'nollie.asked'
/** How many spots this device remembers, so that it doesn't ask about them again. */
const REMEMBERED = 300
/** Spots confirmed within this time (ms) don't need a question. */
const RECENT_MS = 180 * 86_400_000

function buildSubjectKey({ id, standing }: CheckedSpot): string {
  return [id, standing?.state, standing?.confirmed_at].join(' ')
}

/** Whether a spot is due for a question about its status. */
export function isQuestion({ created_at, standing }: CheckedSpot, now: number): boolean {
  if (!standing) return false
  const since = standing.state === 'unverified' ? 0 : Date.parse(standing.confirmed_at ?? created_at)
  return now - since > RECENT_MS
}

/**
 * Decides whether to ask about a spot now, and if so, counts it as asked. Asks once per visit, and about each spot only
 * once between two confirmations.
 */
export function mayAsk(spot: CheckedSpot): boolean {
  const stored = readStored(NAME)
  const asked = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  const subject = buildSubjectKey(spot)
  if (readStoredInTab(NAME) === true || asked.includes(subject)) return false
  writeStoredInTab(NAME, true)
  writeStored(NAME, [subject, ...asked].slice(0, REMEMBERED))
  return true
}
