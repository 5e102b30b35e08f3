import { createMover } from '../../db/merge-movers.ts'

/** Moves the bulletins pinned to a merged spot. */
export const bulletinMover = createMover('bulletin', 'bulletins')
