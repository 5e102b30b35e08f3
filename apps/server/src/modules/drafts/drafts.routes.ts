import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import { addDraft, editDraft, listDrafts, removeDraft } from './drafts.service.ts'

/** A person's drafts. */
export const draftRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.listDrafts, async ({ viewer }) => ({ items: await listDrafts(db, viewer.user_id) }))
  serve(app, contract.addDraft, ({ body, headers, viewer }) =>
    addDraft(db, viewer.user_id, headers['idempotency-key'], body),
  )
  serve(app, contract.editDraft, ({ params, body, viewer }) =>
    editDraft(db, viewer.user_id, params.draft_id, body),
  )
  serve(app, contract.removeDraft, ({ params, viewer }) => removeDraft(db, viewer.user_id, params.draft_id))
}
