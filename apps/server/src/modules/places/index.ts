export { placeRoutes } from './places.routes.ts'
export { reversePlace } from './places.service.ts'
