import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'

const PersonParams = z.object({ user_id: Id })

/** Blocking hides two people from each other everywhere. Only the person who blocked can see the block. */
export const blockEndpoints = {
  blockPerson: endpoint('PUT /api/people/:user_id/block', {
    summary: 'Block somebody: both disappear for each other, follows between them end; again changes nothing',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ blocked: z.literal(true) }),
    errors: ['PERSON_NOT_FOUND', 'BAD_REQUEST'],
  }),
  unblockPerson: endpoint('DELETE /api/people/:user_id/block', {
    summary: 'Take a block back; follows do not come back with it. Again changes nothing',
    policy: 'member',
    rate: 'block',
    params: PersonParams,
    answer: z.object({ blocked: z.literal(false) }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  listBlocks: endpoint('GET /api/blocks', {
    summary: 'Whom the viewer blocks, newest first, in pages',
    policy: 'member',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({
      items: z.array(
        z.object({
          user_id: Id,
          user: Person.nullable().describe('null for who blocks the viewer too, is suspended or leaves'),
          created_at: Moment,
        }),
      ),
      next_cursor: Cursor.nullable(),
    }),
    errors: ['BAD_CURSOR'],
  }),
}
