import { defineModule, STAYS } from '../../module.ts'
import { blockRoutes } from './blocks.routes.ts'

export {
  blockedOf,
  goneFor,
  isBlockedBetween,
  isThereFor,
  notBlockedBy,
  notBlocked,
  selectBlocked,
  type ViewerInSql,
  viewerId,
} from './hidden.queries.ts'

/** Who blocks whom, and who is hidden from whom by that. */
export const blocks = defineModule({
  name: 'blocks',
  needs: ['db'],
  tables: {
    blocks: STAYS.withAccount,
  },
  routes: blockRoutes,
})
