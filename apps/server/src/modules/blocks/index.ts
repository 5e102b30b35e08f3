export { blockRoutes } from './blocks.routes.ts'
export {
  blockedOf,
  goneFor,
  isBlockedBetween,
  isThereFor,
  namedToBlocker,
  notBlocked,
  selectBlocked,
  type ViewerInSql,
  viewerId,
} from './hidden.queries.ts'
