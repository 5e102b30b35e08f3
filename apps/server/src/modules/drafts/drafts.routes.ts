import { contract, type Draft } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/open.ts'
import { getRequestLanguage, serve } from '../../platform/http/index.ts'
import { mediaIn } from '../media/index.ts'
import { addDraft, editDraft, listDrafts, removeDraft } from './drafts.service.ts'

function shown(request: FastifyRequest, draft: Draft): Draft {
  return {
    ...draft,
    media: draft.media.map((one) => mediaIn(getRequestLanguage(request), one)),
  }
}

/** Routes for a person's drafts. */
export function draftRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, contract.listDrafts, async ({ viewer, request }) => ({
    items: (await listDrafts(db, viewer.user_id)).map((draft) => shown(request, draft)),
  }))
  serve(app, contract.addDraft, async ({ body, headers, viewer, request }) =>
    shown(request, await addDraft(db, viewer.user_id, headers['idempotency-key'], body)),
  )
  serve(app, contract.editDraft, async ({ params, body, viewer, request }) =>
    shown(request, await editDraft(db, viewer.user_id, params.draft_id, body)),
  )
  serve(app, contract.removeDraft, ({ params, viewer }) => removeDraft(db, viewer.user_id, params.draft_id))
}
