import { randomUUID } from 'node:crypto'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

function key() {
  return { 'idempotency-key': randomUUID() }
}

function spot({ spot_id }: Targets): Sent {
  return { params: { spot_id } }
}

function change(state: 'open' | 'applied') {
  return async ({ changeId }: Targets): Promise<Sent> => ({ params: { change_id: await changeId(state) } })
}

function description() {
  return {
    facts: { surface: 'smooth' },
    obstacles: [{ id: randomUUID(), obstacle: { kind: 'ledge' } }],
  }
}

function mark(x: number, y: number) {
  return { x, y }
}

const MARKS = {
  deck: [mark(0.3, 0.6), mark(0.6, 0.6)],
  face: [mark(0.2, 0.4), mark(0.8, 0.4), mark(0.8, 0.65), mark(0.2, 0.65)],
  height: null,
}

/** Operations for spot facts and measurements. */
export const FACTS: Record<string, Row> = {
  'GET /api/map/facts': { send: () => ({ query: { z: '3', x0: '0', x1: '7', y0: '0', y1: '7' } }) },
  'GET /api/spots/{spot_id}/facts': { send: spot },
  'POST /api/spots/{spot_id}/facts': {
    send: (target) => ({ ...spot(target), headers: key(), body: description() }),
  },
  'GET /api/spots/{spot_id}/facts/history': { send: spot },
  'PUT /api/facts/{change_id}/voice': {
    send: async (target) => ({ ...(await change('open')(target)), body: { agrees: true } }),
    own: 403,
  },
  'DELETE /api/facts/{change_id}': { send: change('open'), may: 'owner', refused: 404 },
  // Everyone can see facts that were applied, but not the name of someone they have a block with.
  'POST /api/facts/{change_id}/undo': { send: change('applied'), blocked: 200 },
  'POST /api/spots/{spot_id}/facts/undo-person': {
    send: (target) => ({ ...spot(target), body: { user_id: target.person.user_id } }),
    may: 'owner or admin',
  },
  'POST /api/facts/undo-person': { send: ({ person }) => ({ body: { user_id: person.user_id } }) },
  'GET /api/spots/{spot_id}/measurements': { send: spot },
  'POST /api/spots/{spot_id}/obstacles/{obstacle_id}/measurements': {
    send: async ({ spot_id, obstacle }) => {
      const { obstacle_id, media_id } = await obstacle()
      const body = { media_id, marks: MARKS, deck_cm: 80, suggests: false }
      return { params: { spot_id, obstacle_id }, headers: key(), body }
    },
  },
  'DELETE /api/measurements/{measurement_id}': {
    send: async ({ measurementId }) => ({ params: { measurement_id: await measurementId() } }),
    may: 'owner or admin',
  },
}
