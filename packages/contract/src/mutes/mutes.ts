import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'
import { PersonParams } from '../people/index.ts'

/**
 * Muting leaves a person out of the viewer's feeds, Discover, notifications, and weekly email. Their page and posts can
 * still be opened by URL, follows don't change, and the person can't tell.
 */
export const muteEndpoints = {
  mutePerson: endpoint('PUT /api/people/:user_id/mute', {
    summary:
      'Mute a person. Leaves them out of the viewer’s feeds, Discover, and notifications, and doesn’t tell them. Muting again changes nothing.',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ muted: z.literal(true) }),
    errors: ['PERSON_NOT_FOUND', 'BAD_REQUEST'],
  }),
  unmutePerson: endpoint('DELETE /api/people/:user_id/mute', {
    summary: 'Unmute a person. Unmuting again changes nothing.',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ muted: z.literal(false) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  listMutes: endpoint('GET /api/mutes', {
    summary: 'List the people that the viewer mutes, newest first. Paginated.',
    policy: 'member',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({
      items: z.array(
        z.object({
          user_id: Id,
          user: Person.nullable().describe(
            'Null if the viewer can’t see the person, for example after a block',
          ),
          created_at: Moment,
        }),
      ),
      next_cursor: Cursor.nullable(),
    }),
    errors: ['BAD_CURSOR'],
  }),
}
