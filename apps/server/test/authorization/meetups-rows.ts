import { randomUUID } from 'node:crypto'
import { inHours } from '../makers/meetups.ts'
import type { Row, Sent } from './row.ts'
import type { Targets } from './world.ts'

async function meetup({ meetupId }: Targets): Promise<Sent> {
  return { params: { meetup_id: await meetupId() } }
}

function spot({ spot_id }: Targets): Sent {
  return { params: { spot_id } }
}

function times() {
  return { starts_at: inHours(2), ends_at: inHours(4) }
}

const OWN = { may: 'owner', refused: 404 } as const

/** Operations for meetups. The one under test is for all members; modules/meetups tests the other audiences. */
export const MEETUPS: Record<string, Row> = {
  'GET /api/spots/{spot_id}/meetups': { send: spot },
  'POST /api/spots/{spot_id}/meetups': {
    send: (target) => ({
      ...spot(target),
      headers: { 'idempotency-key': randomUUID() },
      body: times(),
    }),
  },
  'GET /api/meetups/{meetup_id}': { send: meetup },
  'PATCH /api/meetups/{meetup_id}': {
    send: async (target) => ({ ...(await meetup(target)), body: times() }),
    ...OWN,
  },
  'DELETE /api/meetups/{meetup_id}': { send: meetup, ...OWN },
  'PUT /api/meetups/{meetup_id}/answer': {
    send: async (target) => ({ ...(await meetup(target)), body: { answer: 'in' } }),
  },
}
