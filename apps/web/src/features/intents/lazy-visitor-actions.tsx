import { lazyPart } from '../../ui/lazy-part.tsx'

/** The actions of a visitor at a spot; their code is loaded when a spot is open. */
export const VisitorActions = lazyPart(() =>
  import('./visitor-actions.tsx').then(({ VisitorActions }) => ({ default: VisitorActions })),
)
