import type { SpotMover } from '../../db/merge-movers.ts'
import { bustMover } from '../busts/index.ts'
import { checkMover } from '../checks/index.ts'
import { factMover, measurementMover } from '../facts/index.ts'
import { recordMover } from '../imports/index.ts'
import { listMover } from '../lists/index.ts'
import { meetupMover } from '../meetups/index.ts'
import { messageMover } from '../messages/index.ts'
import { caseMover, reportMover } from '../moderation/index.ts'
import { postMover } from '../posts/index.ts'
import { savedMover } from '../saved/index.ts'
import { editMover } from '../spots/index.ts'
import { bulletinMover } from '../stewards/index.ts'

/** Movers for all of a spot's content, in the order in which they run. An undo runs them in reverse order. */
export const MOVERS: readonly SpotMover[] = [
  postMover,
  editMover,
  savedMover,
  listMover,
  bulletinMover,
  meetupMover,
  checkMover,
  bustMover,
  factMover,
  measurementMover,
  messageMover,
  recordMover,
  reportMover,
  caseMover,
]
