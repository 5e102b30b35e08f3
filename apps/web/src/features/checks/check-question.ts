import { readStored, readStoredInTab, writeStored, writeStoredInTab } from '../../lib/storage.ts'
import type { StandingSpot } from './standing-text.ts'

const NAME = 'nollie.asked'
/** How many past questions a device remembers. */
const REMEMBERED = 300
/** A spot confirmed within this time (ms) needs no question. */
const RECENT_MS = 180 * 86_400_000

const buildSubjectKey = ({ id, standing }: StandingSpot): string =>
  [id, standing?.state, standing?.confirmed_at].join(' ')

/** Whether a spot needs a question. */
export const isQuestion = ({ created_at, standing }: StandingSpot, now: number): boolean => {
  if (!standing) return false
  const since = standing.state === 'unverified' ? 0 : Date.parse(standing.confirmed_at ?? created_at)
  return now - since > RECENT_MS
}

/**
 * Whether to ask about a spot now; counts as asked. Asks once per visit, and never again about the same spot until it
 * is confirmed again.
 */
export const mayAsk = (spot: StandingSpot): boolean => {
  const stored = readStored(NAME)
  const asked = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  const subject = buildSubjectKey(spot)
  if (readStoredInTab(NAME) === true || asked.includes(subject)) return false
  writeStoredInTab(NAME, true)
  writeStored(NAME, [subject, ...asked].slice(0, REMEMBERED))
  return true
}
