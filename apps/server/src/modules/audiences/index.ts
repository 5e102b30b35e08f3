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

/** The single rule that decides who can see spots, posts, and their content. */
export const audiences = defineModule({ name: 'audiences' })
