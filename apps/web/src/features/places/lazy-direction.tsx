import { lazy, Suspense } from 'react'

const Row = lazy(() => import('./direction-row.tsx').then(({ DirectionRow }) => ({ default: DirectionRow })))

/** How far a place is and in which direction, which comes after the card it is on. */
export const Direction = ({ to }: { to: { latitude: number; longitude: number } }) => (
  <Suspense fallback={null}>
    <Row to={to} />
  </Suspense>
)
