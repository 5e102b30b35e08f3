import { createMover } from '../../db/merge-movers.ts'

/** Moves messages that share a spot to another spot. */
export const messageMover = createMover('message', 'messages')
