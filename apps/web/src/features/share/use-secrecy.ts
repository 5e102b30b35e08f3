import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import {
  type ChosenSecrecy,
  isAudience,
  isExactAudience,
  isPrecision,
  OPEN,
  type Secrecy,
  secrecyOf,
} from '../spots/index.ts'

// Who may know of the spot that a person shared last, and how precisely.
const lastSecrecyQuery = queryOptions({
  queryKey: spotKeys.lastAudience,
  queryFn: ({ signal }) => call('GET /api/spots/audience', { signal }),
})

const readSecrecy = (stored: unknown): Secrecy => {
  // An earlier version of the client stored the audience alone.
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

/**
 * Who may know what of the spot that is being shared: what somebody chose, else what they chose last, which this device knows
 * without a network, too.
 */
export function useSecrecy(userId: string, chosen: ChosenSecrecy): Secrecy & { opens_on: string } {
  const slot = `nollie.audience.${userId}`
  const { data } = useQuery(lastSecrecyQuery)
  useEffect(() => {
    if (data) writeStored(slot, data)
  }, [slot, data])
  return secrecyOf(chosen, data ?? readSecrecy(readStored(slot)))
}
