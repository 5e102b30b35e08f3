import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { blockPerson, blocksPage, unblockPerson } from './blocks.service.ts'

/** Routes for blocking, unblocking, and listing blocked people. */
export function blockRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.blockPerson, async ({ params, viewer }) => {
    await blockPerson(db, viewer.user_id, params.user_id)
    return { blocked: true as const }
  })
  serve(app, contract.unblockPerson, async ({ params, viewer }) => {
    await unblockPerson(db, viewer.user_id, params.user_id)
    return { blocked: false as const }
  })
  serve(app, contract.listBlocks, ({ query, viewer }) => blocksPage(db, viewer.user_id, query.cursor))
}
