import type { Audience } from '@nollie/contract/audiences/audience-table'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { isAudience } from '../spots/index.ts'

// Who may know of the spot that a person shared last.
const lastAudienceQuery = queryOptions({
  queryKey: spotKeys.lastAudience,
  queryFn: async ({ signal }) => (await call('GET /api/spots/audience', { signal })).audience,
})

/**
 * Who may know of the spot that is being shared: what somebody chose, else what they chose last, which this device knows
 * without a network, too.
 */
export function useAudience(userId: string, chosen: Audience | null): Audience {
  const slot = `nollie.audience.${userId}`
  const { data } = useQuery(lastAudienceQuery)
  useEffect(() => {
    if (data) writeStored(slot, data)
  }, [slot, data])
  const stored = readStored(slot)
  return chosen ?? data ?? (isAudience(stored) ? stored : 'everybody')
}
