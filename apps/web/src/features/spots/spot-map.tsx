import type { Spot } from '@nollie/contract'
import { MiniMap } from '../map/index.ts'
import { PartBoundary } from '../../ui/index.ts'

/** A spot's small map, at the precision that this viewer can see. It fills its container. */
export function SpotMap({ spot, backdrop = false }: { spot: Spot; backdrop?: boolean }) {
  return (
    <PartBoundary>
      <MiniMap
        spotId={spot.id}
        latitude={spot.latitude}
        longitude={spot.longitude}
        type={spot.spot_types[0] ?? null}
        gone={spot.status === 'gone'}
        shown={(spot.is_exact ?? true) ? 'exact' : spot.precision}
        backdrop={backdrop}
        isOwnView={(spot.is_exact ?? true) && (spot.precision ?? 'exact') !== 'exact'}
      />
    </PartBoundary>
  )
}
