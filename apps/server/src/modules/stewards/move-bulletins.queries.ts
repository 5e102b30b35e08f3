import { createMover } from '../../db/merge-movers.ts'

/** The notices that are pinned to a spot. */
export const bulletinMover = createMover('bulletin', 'bulletins')
