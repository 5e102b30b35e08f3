export { searchRoutes } from './search.routes.ts'
export { peoplePage, withoutAt } from './search.service.ts'
