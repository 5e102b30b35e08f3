import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { mutePerson, mutesPage, unmutePerson } from './mutes.service.ts'

/** Routes for muting, unmuting, and listing muted people. */
export function muteRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.mutePerson, async ({ params, viewer }) => {
    await mutePerson(db, viewer.user_id, params.user_id)
    return { muted: true as const }
  })
  serve(app, contract.unmutePerson, async ({ params, viewer }) => {
    await unmutePerson(db, viewer.user_id, params.user_id)
    return { muted: false as const }
  })
  serve(app, contract.listMutes, ({ query, viewer }) => mutesPage(db, viewer.user_id, query.cursor))
}
