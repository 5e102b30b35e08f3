import type { Spot } from '@nollie/contract'
import { AudienceLine } from '../audiences/index.ts'

/** Who sees a spot; loaded after its page. */
export function AudienceOfSpot({ spot }: { spot: Spot }) {
  return <AudienceLine spot={spot} />
}
