import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'
import { PersonParams } from '../people/index.ts'

/** Blocking hides two people from each other everywhere. Only the blocker can see the block. */
export const blockEndpoints = {
  blockPerson: endpoint('PUT /api/people/:user_id/block', {
    summary:
      'Block a person. Hides the two people from each other and ends follows between them. Blocking again changes nothing.',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ blocked: z.literal(true) }),
    errors: ['PERSON_NOT_FOUND', 'BAD_REQUEST'],
  }),
  unblockPerson: endpoint('DELETE /api/people/:user_id/block', {
    summary: 'Unblock a person. Doesn’t restore follows. Unblocking again changes nothing.',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ blocked: z.literal(false) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  listBlocks: endpoint('GET /api/blocks', {
    summary: 'List the people that the viewer blocks, newest first. Paginated.',
    policy: 'member',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({
      items: z.array(
        z.object({
          user_id: Id,
          user: Person.nullable().describe(
            'Null if the person also blocks the viewer, is suspended, or is deleting their account',
          ),
          created_at: Moment,
        }),
      ),
      next_cursor: Cursor.nullable(),
    }),
    errors: ['BAD_CURSOR'],
  }),
}
