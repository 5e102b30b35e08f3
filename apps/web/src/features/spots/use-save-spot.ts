import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { savedKeys } from '../../lib/keys/saved.ts'
import { spotQuery } from './spot-requests.ts'

/** Returns a function that saves or unsaves a spot, and updates its page. */
export function useSaveSpot(spot_id: string): (saved: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (saved) => {
    await call(`${saved ? 'PUT' : 'DELETE'} /api/spots/:spot_id/save`, { params: { spot_id } })
    client.setQueryData(spotQuery(spot_id).queryKey, (now) => now && { ...now, saved })
    void client.invalidateQueries({ queryKey: savedKeys.all, refetchType: 'none' })
  }
}
