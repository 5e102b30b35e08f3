import { defineModule, STAYS } from '../../module.ts'
import { deleteEndedMeetups } from './meetups.queries.ts'
import { meetupRoutes } from './meetups.routes.ts'

export { removeReportedMeetup } from './meetups.service.ts'
export { meetupMover } from './move-meetups.queries.ts'

/** Meetups: people who skate at a spot at an announced time (docs/decisions/0143-meetups.md). */
export const meetups = defineModule({
  name: 'meetups',
  needs: ['db'],
  tables: { meetup_guests: STAYS.withContent },
  routes: meetupRoutes,
  cleanUps: [
    {
      name: 'ended meetups',
      everySeconds: 300,
      removes: { meetups: 'an hour after their end' },
      run: ({ db }) => deleteEndedMeetups(db),
    },
  ],
})
