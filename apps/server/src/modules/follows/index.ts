export { countsOf, fanOutPosts, foldPeopleRegularly, selectCounts } from './counts.queries.ts'
export { cardJson, followedBy, insertFollow } from './follows.queries.ts'
export { followRoutes } from './follows.routes.ts'
