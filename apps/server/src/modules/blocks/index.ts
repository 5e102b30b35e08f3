import { defineModule, STAYS } from '../../module.ts'
import { blockRoutes } from './blocks.routes.ts'

export { personExists } from './blocks.queries.ts'
export { type ListedPerson, type PeoplePage, type PeopleRange, readPeoplePage } from './people-page.ts'
export {
  selectBlockedIds,
  hiddenFrom,
  isBlockedBetween,
  isVisibleTo,
  selectBlocked,
  type ViewerInSql,
  viewerId,
} from './visibility.queries.ts'

/** Blocks between people, and the SQL condition that hides people from each other. */
export const blocks = defineModule({
  name: 'blocks',
  needs: ['db'],
  tables: {
    blocks: STAYS.withAccount,
  },
  routes: blockRoutes,
})
