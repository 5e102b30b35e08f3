import { moverOf } from '../../db/spot-moves.ts'

/** Messages in which a spot was shared. */
export const messageMover = moverOf('message', 'messages')
