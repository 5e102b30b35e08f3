import { lazyPart } from '../../ui/lazy-part.tsx'

/** A visitor's actions at a spot. The code loads when a spot is open. */
export const VisitorActions = lazyPart(() =>
  import('./visitor-actions.tsx').then(({ VisitorActions }) => ({ default: VisitorActions })),
)
