export { blockRoutes } from './blocks.routes.ts'
export {
  blockedOf,
  isBlockedBetween,
  isThereFor,
  notBlocked,
  selectBlocked,
  type ViewerInSql,
  viewerId,
} from './hidden.queries.ts'
