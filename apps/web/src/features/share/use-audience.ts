import type { Audience } from '@nollie/contract/audiences/audience-table'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'
import { isAudience, lastAudienceQuery } from '../audiences/index.ts'

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
