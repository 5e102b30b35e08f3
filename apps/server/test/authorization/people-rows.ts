import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

const nothing = () => ({})
const person = ({ person: { user_id } }: Targets): Sent => ({ params: { user_id } })

/** Profiles, follows, blocks and finding people. */
export const PEOPLE: Record<string, Row> = {
  'GET /api/people': { send: nothing },
  'GET /api/people/names': { send: () => ({ query: { q: 'ad' } }) },
  'GET /api/people/suggestions': { send: nothing },
  'GET /api/people/{user_id}': { send: person },
  'GET /api/people/{user_id}/pictures': { send: person },
  'GET /api/people/{user_id}/posts': { send: person },
  'GET /api/people/{user_id}/spots': { send: person },
  'GET /api/people/{user_id}/activity': { send: person },
  'GET /api/people/{user_id}/followers': { send: person },
  'GET /api/people/{user_id}/following': { send: person },
  'PUT /api/people/{user_id}/follow': { send: person, own: 400 },
  'DELETE /api/people/{user_id}/follow': { send: person, own: 400 },
  'PATCH /api/profile': {
    // Everybody edits their own page: there is no address for anybody else's.
    send: async (target, mine, { it }) => {
      const { user_id, username } = mine.person
      const { version } = await it.db
        .selectFrom('profiles')
        .select('version')
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow()
      return {
        headers: { 'if-match': `"${version}"` },
        body: {
          username,
          full_name: null,
          bio: 'Rolls.',
          instagram_url: null,
          user_id: target.person.user_id,
        },
      }
    },
  },
  'POST /api/profile/pictures': {
    send: async ({ mediaId }) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: { media_id: await mediaId() },
    }),
    may: 'owner',
    refused: 404,
  },
  'PUT /api/profile/picture': {
    send: async ({ pictureId }) => ({ body: { post_id: await pictureId() } }),
    may: 'owner',
    refused: 404,
  },
  'DELETE /api/profile/picture': { send: nothing },
  'PUT /api/profile/home-town': { send: () => ({ body: { home_town: 'Porto, Portugal' } }) },
  'GET /api/blocks': { send: nothing },
  // Somebody without another row, because a block stays.
  'PUT /api/people/{user_id}/block': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
  'DELETE /api/people/{user_id}/block': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
}
