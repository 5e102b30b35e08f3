import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

function key() {
  return { 'idempotency-key': randomUUID() }
}

async function list({ listId }: Targets): Promise<Sent> {
  return { params: { list_id: await listId() } }
}

async function buildSpotRequest({ listId, spot_id }: Targets): Promise<Sent> {
  return {
    params: { list_id: await listId(), spot_id },
  }
}

const OWN = { may: 'owner', refused: 404 } as const

/** Operations for spot lists. The list under test is private; modules/lists tests who can read the others. */
export const LISTS: Record<string, Row> = {
  'GET /api/lists': { send: () => ({}) },
  'GET /api/people/{user_id}/lists': { send: ({ person }) => ({ params: { user_id: person.user_id } }) },
  'POST /api/lists': { send: () => ({ headers: key(), body: { name: 'Rainy days' } }) },
  'GET /api/lists/{list_id}': { send: list, ...OWN, visitors: 404 },
  'GET /api/lists/{list_id}/export/{format}': {
    send: async ({ listId }) => ({ params: { list_id: await listId(), format: 'gpx' } }),
    ...OWN,
    visitors: 404,
  },
  'GET /api/lists/{list_id}/area': { send: list, ...OWN },
  'POST /api/lists/{list_id}/copy': {
    send: async (target) => ({ ...(await list(target)), headers: key() }),
    ...OWN,
  },
  'PATCH /api/lists/{list_id}': {
    send: async (target) => ({ ...(await list(target)), body: { name: 'Sunny days' } }),
    ...OWN,
  },
  'PUT /api/lists/{list_id}/link': {
    send: async ({ linkedListId }) => ({ params: { list_id: await linkedListId() } }),
    ...OWN,
  },
  'DELETE /api/lists/{list_id}': { send: list, ...OWN },
  'PUT /api/lists/{list_id}/order': {
    send: async (target) => ({ ...(await list(target)), body: { spot_ids: [target.spot_id] } }),
    ...OWN,
  },
  'PUT /api/lists/{list_id}/spots/{spot_id}': { send: buildSpotRequest, ...OWN },
  'PATCH /api/lists/{list_id}/spots/{spot_id}': {
    send: async (target) => ({ ...(await buildSpotRequest(target)), body: { note: 'Bring wax' } }),
    ...OWN,
  },
  'DELETE /api/lists/{list_id}/spots/{spot_id}': { send: buildSpotRequest, ...OWN },
}
