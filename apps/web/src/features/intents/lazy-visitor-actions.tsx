import { lazyPart } from '../../ui/lazy-part.tsx'

/** A visitor's actions at a spot; the code is loaded when a spot is open. */
export const VisitorActions = lazyPart(() =>
  import('./visitor-actions.tsx').then(({ VisitorActions }) => ({ default: VisitorActions })),
)
