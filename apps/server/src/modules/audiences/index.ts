import { defineModule } from '../../module.ts'

export {
  isForEverybody,
  isInCrew,
  isKnownTo,
  isPostKnownTo,
  isSpotFor,
  requireSpotFor,
} from './visibility.queries.ts'

/** The single rule that decides who can see spots, posts, and their content. */
export const audiences = defineModule({ name: 'audiences' })
