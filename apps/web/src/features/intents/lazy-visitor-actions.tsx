import { lazy } from 'react'

/** The actions of a visitor at a spot; their code is loaded when a spot is open. */
export const VisitorActions = lazy(() =>
  import('./visitor-actions.tsx').then(({ VisitorActions }) => ({ default: VisitorActions })),
)
