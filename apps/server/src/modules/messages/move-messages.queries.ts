import { createMover } from '../../db/merge-movers.ts'

/** Messages in which a spot was shared. */
export const messageMover = createMover('message', 'messages')
