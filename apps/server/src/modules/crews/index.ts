import { defineModule, STAYS } from '../../module.ts'
import { crewRoutes } from './crews.routes.ts'
import { deleteEndedInvitations } from './invitations.queries.ts'

// The membership check for other modules, as SQL (`isInCrew(viewer, column)`) and as a check that refuses.
export { isInCrew } from '../audiences/index.ts'
export { requireMember, requireMemberWhoShares } from './crews.service.ts'
export { hideCrewName, showCrewName } from './hide-crew-name.service.ts'
export { leaveAllCrews } from './crew-members.service.ts'

/** Named groups of people that spots and posts can be shared with. */
export const crews = defineModule({
  name: 'crews',
  needs: ['db'],
  tables: {
    crews: 'until its owner deletes it, or nobody is in it',
    crew_members: STAYS.withAccount,
  },
  routes: crewRoutes,
  cleanUps: [
    {
      name: 'invitations to crews that ended',
      everySeconds: 3600,
      removes: { crew_invitations: 'after thirty days' },
      run: ({ db }) => deleteEndedInvitations(db),
    },
  ],
})
