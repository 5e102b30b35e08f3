import { createMover } from '../../db/merge-movers.ts'

/** Moves the meetups at a merged spot. */
export const meetupMover = createMover('meetup', 'meetups')
