import { defineModule, STAYS } from '../../module.ts'
import { crewRoutes } from './crews.routes.ts'
import { deleteEndedInvitations } from './invitations.queries.ts'

// Membership checks for other modules: `isInCrew(viewer, column)` in SQL, and functions that throw.
export { isInCrew } from '../audiences/index.ts'
export { requireMember, requireMemberWhoShares } from './crews.service.ts'
export { hideCrewName, showCrewName } from './hide-crew-name.service.ts'
export { leaveAllCrews } from './crew-members.service.ts'

/** Crews: named groups of people to share spots and posts with. */
export const crews = defineModule({
  name: 'crews',
  needs: ['db'],
  tables: {
    crews: 'until its owner deletes it, or it has no members',
    crew_members: STAYS.withAccount,
  },
  routes: crewRoutes,
  cleanUps: [
    {
      name: 'expired crew invitations',
      everySeconds: 3600,
      removes: { crew_invitations: 'after 30 days' },
      run: ({ db }) => deleteEndedInvitations(db),
    },
  ],
})
