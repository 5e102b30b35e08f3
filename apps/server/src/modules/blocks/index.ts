export { blockRoutes } from './blocks.routes.ts'
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
