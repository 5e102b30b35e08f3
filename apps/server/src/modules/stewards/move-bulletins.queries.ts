import { createMover } from '../../db/merge-movers.ts'

/** The bulletins pinned to a spot. */
export const bulletinMover = createMover('bulletin', 'bulletins')
