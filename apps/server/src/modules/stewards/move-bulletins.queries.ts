import { moverOf } from '../../db/merge-movers.ts'

/** The notices that are pinned to a spot. */
export const bulletinMover = moverOf('bulletin', 'bulletins')
