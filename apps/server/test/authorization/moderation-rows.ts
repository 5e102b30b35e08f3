import type { Row, Sent } from './row.ts'
import type { Things } from './world.ts'

const nothing = () => ({})
const aCase = async ({ caseId }: Things): Promise<Sent> => ({ params: { case_id: await caseId() } })

/** What moderators do. */
export const MODERATION: Record<string, Row> = {
  'GET /api/moderation/cases': { send: nothing },
  'GET /api/moderation/cases/{case_id}': { send: aCase },
  'POST /api/moderation/cases/{case_id}/decision': {
    send: async (target) => ({ ...(await aCase(target)), body: { action: 'keep', reason: 'Fine.' } }),
    // Nobody decides about what is their own.
    own: 403,
  },
  'PUT /api/moderation/people/{user_id}/suspension': {
    send: (_target, _mine, { persons }) => ({
      params: { user_id: persons.unverified.user_id },
      body: { reason: 'Sells wax.' },
    }),
  },
  'DELETE /api/moderation/people/{user_id}/suspension': {
    send: (_target, _mine, { persons }) => ({ params: { user_id: persons.unverified.user_id } }),
  },
  'GET /api/moderation/people': { send: () => ({ query: { q: 'the' } }) },
  'GET /api/moderation/audit': { send: nothing },
}
