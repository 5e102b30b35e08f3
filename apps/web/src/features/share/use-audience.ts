import type { Audience } from '@nollie/contract/audiences/audience-table'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { isAudience, type SpotForm } from '../spots/index.ts'

/** Who may know of a spot, and the crew that it is for. */
export type WhoSees = { audience: Audience; crew_id: string | null }

// Who may know of the spot that a person shared last.
const lastAudienceQuery = queryOptions({
  queryKey: spotKeys.lastAudience,
  queryFn: ({ signal }): Promise<WhoSees> => call('GET /api/spots/audience', { signal }),
})

const readLast = (slot: string): WhoSees => {
  const stored = readStored(slot)
  const [audience, crew_id = null] = typeof stored === 'string' ? stored.split(' ') : []
  return isAudience(audience) ? { audience, crew_id } : { audience: 'everybody', crew_id: null }
}

/**
 * Who may know of the spot that is being shared: what somebody chose, else what they chose last, which this device knows
 * without a network, too.
 */
export function useAudience(userId: string, { audience, crew_id }: SpotForm): WhoSees {
  const slot = `nollie.audience.${userId}`
  const { data } = useQuery(lastAudienceQuery)
  useEffect(() => {
    if (data) writeStored(slot, data.crew_id ? `${data.audience} ${data.crew_id}` : data.audience)
  }, [slot, data])
  if (audience) return { audience, crew_id }
  return data ? { audience: data.audience, crew_id: data.crew_id } : readLast(slot)
}
