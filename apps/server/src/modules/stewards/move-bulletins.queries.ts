import { moverOf } from '../../db/spot-moves.ts'

/** The notices that are pinned to a spot. */
export const bulletinMover = moverOf('bulletin', 'bulletins')
