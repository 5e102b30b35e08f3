import { Suspense } from 'react'
import { lazyExtra } from '../../ui/lazy-part.tsx'

const Row = lazyExtra(() =>
  import('./direction-row.tsx').then(({ DirectionRow }) => ({ default: DirectionRow })),
)

/** How far a place is and in which direction, which comes after the card it is on. */
export const Direction = ({ to }: { to: { latitude: number; longitude: number } }) => (
  <Suspense fallback={null}>
    <Row to={to} />
  </Suspense>
)
