export { searchPeople } from './find.service.ts'
export { peopleRoutes } from './people.routes.ts'
