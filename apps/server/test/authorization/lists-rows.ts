import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

const key = () => ({ 'idempotency-key': randomUUID() })
const list = ({ list_id }: Targets): Sent => ({ params: { list_id } })
const spotOf = ({ list_id, spot_id }: Targets): Sent => ({ params: { list_id, spot_id } })
const OWN = { may: 'owner', refused: 404 } as const

/** Lists of spots; the tried one is private. Who reads which other is in modules/lists. */
export const LISTS: Record<string, Row> = {
  'GET /api/lists': { send: () => ({}) },
  'GET /api/people/{user_id}/lists': { send: ({ person }) => ({ params: { user_id: person.user_id } }) },
  'POST /api/lists': { send: () => ({ headers: key(), body: { name: 'Rainy days' } }) },
  'GET /api/lists/{list_id}': { send: list, ...OWN, visitors: 404 },
  'GET /api/lists/{list_id}/export/{format}': {
    send: ({ list_id }) => ({ params: { list_id, format: 'gpx' } }),
    ...OWN,
    visitors: 404,
  },
  'GET /api/lists/{list_id}/area': { send: list, ...OWN },
  'POST /api/lists/{list_id}/copy': {
    send: (target) => ({ ...list(target), headers: key() }),
    ...OWN,
  },
  'PATCH /api/lists/{list_id}': {
    send: (target) => ({ ...list(target), body: { name: 'Sunny days' } }),
    ...OWN,
  },
  'PUT /api/lists/{list_id}/link': {
    send: ({ linked_list_id }) => ({ params: { list_id: linked_list_id } }),
    ...OWN,
  },
  'DELETE /api/lists/{list_id}': { send: list, ...OWN },
  'PUT /api/lists/{list_id}/order': {
    send: (target) => ({ ...list(target), body: { spot_ids: [target.spot_id] } }),
    ...OWN,
  },
  'PUT /api/lists/{list_id}/spots/{spot_id}': { send: spotOf, ...OWN },
  'PATCH /api/lists/{list_id}/spots/{spot_id}': {
    send: (target) => ({ ...spotOf(target), body: { note: 'Bring wax' } }),
    ...OWN,
  },
  'DELETE /api/lists/{list_id}/spots/{spot_id}': { send: spotOf, ...OWN },
}
