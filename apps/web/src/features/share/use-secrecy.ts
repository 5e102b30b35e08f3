import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { isReachable } from '../../lib/outbox/send-or-queue.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import {
  type ChosenSecrecy,
  isAudience,
  isExactAudience,
  isPrecision,
  OPEN,
  type Secrecy,
  toSecrecy,
} from '../spots/index.ts'

// The audience and precision of the spot that the person shared most recently.
const lastSecrecyQuery = queryOptions({
  queryKey: spotKeys.lastAudience,
  queryFn: ({ signal }) => call('GET /api/spots/audience', { signal }),
})

function readSecrecy(stored: unknown): Secrecy {
  // An earlier version of the client stored only the audience.
  const { audience, precision, exact_for, crew_id } =
    typeof stored === 'string'
      ? { audience: stored }
      : ((stored ?? {}) as Partial<Record<keyof Secrecy, unknown>>)
  return {
    audience: isAudience(audience) ? audience : OPEN.audience,
    precision: isPrecision(precision) ? precision : OPEN.precision,
    exact_for: isExactAudience(exact_for) ? exact_for : OPEN.exact_for,
    crew_id: typeof crew_id === 'string' ? crew_id : null,
  }
}

/** How long (ms) a submission waits for the previous choice to load. */
const ANSWER_MS = 8_000

function pause() {
  return new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS))
}

/**
 * Returns the audience and precision of the spot being shared: the person's choice, or else their previous one, which
 * this device also stores for offline use. `settle` makes an early submission wait for that choice, so that a crew's
 * spot isn't shared with everyone.
 */
export function useSecrecy(userId: string, chosen: ChosenSecrecy) {
  const slot = `nollie.audience.${userId}`
  const client = useQueryClient()
  const { data } = useQuery(lastSecrecyQuery)
  useEffect(() => {
    if (data) writeStored(slot, data)
  }, [slot, data])
  const resolveWith = (last: Secrecy | null | undefined) =>
    toSecrecy(chosen, last ?? readSecrecy(readStored(slot)))
  const settle = async () => {
    if (data || !isReachable()) return resolveWith(data)
    const asked = client.fetchQuery(lastSecrecyQuery).catch(() => null)
    return resolveWith(await Promise.race([asked, pause()]))
  }
  return { secrecy: resolveWith(data), settle }
}
