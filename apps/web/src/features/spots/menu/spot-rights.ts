import type { Spot } from '@nollie/contract'
import { mayEditSpot, mayReport } from '@nollie/contract/rights'
import { useSession } from '../../../lib/use-session.ts'

/** Returns what the viewer can do with a spot. */
export function useSpotRights(spot: Pick<Spot, 'created_by'>) {
  const { user } = useSession()
  return {
    owns: user !== null && user.user_id === spot.created_by,
    mayEdit: mayEditSpot(user && { ...user, session_id: '' }, spot),
    mayReport: mayReport(user?.user_id, spot.created_by),
  }
}
