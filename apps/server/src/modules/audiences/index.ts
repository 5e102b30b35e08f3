import { defineModule } from '../../module.ts'

export {
  isExactFor,
  isForEverybody,
  isInCrew,
  isKnownTo,
  isOfList,
  isPostKnownTo,
  isSpotFor,
  mayKnow,
  mayKnowPost,
  requireSpotFor,
} from './visibility.queries.ts'

/** The one rule of who may know of a spot, of a post, and of what hangs on either. */
export const audiences = defineModule({ name: 'audiences' })
