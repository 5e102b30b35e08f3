import { defineModule } from '../../module.ts'

export { isExactFor, isForEverybody, isKnownTo, mayKnow } from './visibility.queries.ts'

/** The one rule of who may know of a spot and of what hangs on it. */
export const audiences = defineModule({ name: 'audiences' })
