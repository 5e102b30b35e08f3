import { useQuery } from '@tanstack/react-query'
import { stewardshipQuery } from './steward-requests.ts'

/** Whether the viewer may act at a spot as a steward or an admin. Returns false until that's known. */
export function useActsAtSpot(spot_id: string): boolean {
  return useQuery(stewardshipQuery(spot_id)).data?.may_act ?? false
}
