export { peopleRoutes } from './people.routes.ts'
export { searchPeople } from './find.service.ts'
