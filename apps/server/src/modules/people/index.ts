import { defineModule } from '../../module.ts'
import { peopleRoutes } from './people.routes.ts'

export { searchPeople } from './find-people.service.ts'

/** Profiles, activity, and finding people. */
export const people = defineModule({
  name: 'people',
  needs: ['db'],
  routes: peopleRoutes,
})
