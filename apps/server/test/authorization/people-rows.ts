import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

function nothing() {
  return {}
}

function person({ person: { user_id } }: Targets): Sent {
  return { params: { user_id } }
}

async function crew({ crew: made }: Targets): Promise<Sent> {
  return {
    params: { crew_id: (await made()).crew_id },
  }
}

async function crewMember({ crew: made }: Targets): Promise<Sent> {
  const { crew_id, member_id } = await made()
  return { params: { crew_id, user_id: member_id } }
}

const anyoneElse: Row['send'] = async ({ crew: made }, _, { persons }) => ({
  params: { crew_id: (await made()).crew_id, user_id: persons.admin.user_id },
})
const OF_MEMBERS = { may: 'owner', refused: 404 } as const

/** Operations for profiles, follows, blocks, crews, and finding people. */
export const PEOPLE: Record<string, Row> = {
  'GET /api/crews': { send: nothing },
  'POST /api/crews': {
    send: () => ({ headers: { 'idempotency-key': randomUUID() }, body: { name: 'Ledge Locals' } }),
  },
  'GET /api/crews/{crew_id}': { send: crew, ...OF_MEMBERS },
  'PATCH /api/crews/{crew_id}': {
    send: async (target) => ({ ...(await crew(target)), body: { name: 'Curb Club' } }),
    ...OF_MEMBERS,
  },
  'DELETE /api/crews/{crew_id}': { send: crew, ...OF_MEMBERS },
  'GET /api/crews/{crew_id}/spots': { send: crew, ...OF_MEMBERS },
  'GET /api/crews/{crew_id}/posts': { send: crew, ...OF_MEMBERS },
  'PUT /api/crews/{crew_id}/invitations/{user_id}': { send: anyoneElse, ...OF_MEMBERS },
  'DELETE /api/crews/{crew_id}/invitations/{user_id}': { send: anyoneElse, ...OF_MEMBERS },
  'PUT /api/crews/{crew_id}/membership': { send: crew, ...OF_MEMBERS },
  'DELETE /api/crews/{crew_id}/membership': { send: crew, ...OF_MEMBERS },
  'DELETE /api/crews/{crew_id}/members/{user_id}': { send: crewMember, ...OF_MEMBERS },
  'PUT /api/crews/{crew_id}/owner': {
    send: async (target) => {
      const { crew_id, member_id } = await target.crew()
      return { params: { crew_id }, body: { user_id: member_id } }
    },
    ...OF_MEMBERS,
  },
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
    // Everyone edits their own page; another person's page has no URL for editing.
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
  'GET /api/mutes': { send: nothing },
  // Blocks and mutes someone who isn't in any other row, because both stay in effect.
  'PUT /api/people/{user_id}/block': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
  'DELETE /api/people/{user_id}/block': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
  'PUT /api/people/{user_id}/mute': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
  'DELETE /api/people/{user_id}/mute': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
    blocked: 200,
  },
}
