import { randomUUID } from 'node:crypto'
import { anAreaRow } from '../makers/stewards.ts'
import type { Row, Sent } from './row.ts'
import type { Targets, World } from './world.ts'

function nothing() {
  return {}
}

function key() {
  return { 'idempotency-key': randomUUID() }
}

function inDays(days: number) {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}

function spot({ spot_id }: Targets): Sent {
  return { params: { spot_id } }
}

async function area(_target: Targets, _mine: Targets, { it }: World): Promise<Sent> {
  return {
    params: { area_id: await anAreaRow(it.db) },
  }
}

// Creates an area whose steward is the target's owner.
async function ofOwner({ person }: Targets, _mine: Targets, { it }: World): Promise<Sent> {
  return {
    params: { area_id: await anAreaRow(it.db, person.user_id) },
  }
}

const NEW_AREA = {
  name: 'Lyon',
  corners: [
    { latitude: 45.7, longitude: 4.8 },
    { latitude: 45.8, longitude: 4.8 },
    { latitude: 45.8, longitude: 4.9 },
  ],
}

function newArea() {
  return { ...NEW_AREA, name: `Lyon ${randomUUID()}` }
}

async function aCase({ caseId }: Targets): Promise<Sent> {
  return { params: { case_id: await caseId() } }
}

/** Operations for areas and their stewards. */
export const STEWARDS: Record<string, Row> = {
  'GET /api/stewards/areas': { send: () => ({ query: { box: '2,41,3,42' } }) },
  'GET /api/stewards/areas/{area_id}': { send: area, blocked: 200 },
  'PUT /api/stewards/areas/{area_id}/follow': { send: area, blocked: 204 },
  'DELETE /api/stewards/areas/{area_id}/follow': { send: area, blocked: 204 },
  'GET /api/stewards/followed': { send: nothing },
  'GET /api/stewards/people/{user_id}': { send: ({ person }) => ({ params: { user_id: person.user_id } }) },
  // The spot is public, so a block doesn't hide it.
  'GET /api/stewards/spots/{spot_id}': { send: spot, blocked: 200 },
  'GET /api/stewards/areas/{area_id}/work': { send: ofOwner, may: 'owner or admin', refused: 404 },
  // This case is about a post. Stewards only decide cases about spots; other content is up to admins.
  'POST /api/stewards/cases/{case_id}/decision': {
    send: async (target) => ({ ...(await aCase(target)), body: { action: 'keep', reason: 'Fine.' } }),
    good: [404, 'the case is about no spot'],
    own: 404,
  },
  'POST /api/stewards/cases/{case_id}/appeal': {
    send: async (target) => ({ ...(await aCase(target)), body: { outcome: 'upheld', answer: 'It stays.' } }),
    good: [404, 'nobody has appealed'],
    own: 404,
  },
  // These spots have no steward, and an admin isn't one at their own spots, either.
  'PUT /api/stewards/spots/{spot_id}/settlement': {
    send: (target) => ({
      ...spot(target),
      body: { state: 'open', until: inDays(3).slice(0, 10), reason: 'I was there.' },
    }),
    may: 'owner or admin',
    own: 403,
    blocked: 403,
  },
  'DELETE /api/stewards/spots/{spot_id}/settlement': {
    send: spot,
    may: 'owner or admin',
    good: [404, 'nobody settled it'],
    own: 403,
    blocked: 403,
  },
  'POST /api/stewards/bulletins': {
    send: async (target, mine, world) => ({
      headers: key(),
      body: {
        area_id: (await ofOwner(target, mine, world)).params?.area_id,
        spot_id: null,
        content: 'Cleanup',
        starts_at: inDays(0),
        ends_at: inDays(2),
      },
    }),
    may: 'owner or admin',
    refused: 404,
  },
  'DELETE /api/stewards/bulletins/{bulletin_id}': {
    send: async ({ bulletinId }) => ({ params: { bulletin_id: await bulletinId() } }),
    may: 'owner or admin',
    refused: 404,
  },
  'GET /api/moderation/areas': { send: nothing },
  'POST /api/moderation/areas': { send: () => ({ headers: key(), body: newArea() }) },
  'PUT /api/moderation/areas/{area_id}': {
    send: async (...given) => ({ ...(await area(...given)), body: newArea() }),
  },
  'DELETE /api/moderation/areas/{area_id}': { send: area },
  'PUT /api/moderation/areas/{area_id}/stewards/{username}': {
    send: async (target, mine, world) => ({
      params: { ...(await area(target, mine, world)).params, username: world.persons.member.username },
    }),
  },
  'POST /api/moderation/areas/{area_id}/ended-stewards': {
    send: async (target, mine, world) => ({
      ...(await ofOwner(target, mine, world)),
      body: { user_id: target.person.user_id, reason: 'Moved.' },
    }),
  },
}
