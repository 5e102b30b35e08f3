import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { type Deps, readFactHistory, getFacts } from './facts.service.ts'
import { answerSuggestion, suggestFacts, undoFacts, withdrawSuggestion } from './suggestions.service.ts'
import { undoFactsEverywhere, undoFactsOf } from './undo-person.service.ts'

/** Routes for facts about spots: reading, suggesting, voting, and undoing. */
export function factRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  serve(app, contract.getFacts, ({ params, viewer }) => getFacts(db, viewer, params.spot_id))
  serve(app, contract.suggestFacts, ({ params, headers, body, viewer }) =>
    suggestFacts(deps, viewer, { spot_id: params.spot_id, key: headers['idempotency-key'], body }),
  )
  serve(app, contract.getFactHistory, ({ params, query, viewer }) =>
    readFactHistory(db, viewer, params.spot_id, query.cursor),
  )
  serve(app, contract.answerSuggestion, ({ params, body, viewer }) =>
    answerSuggestion(deps, viewer, params.change_id, body.agrees),
  )
  serve(app, contract.withdrawSuggestion, ({ params, viewer }) =>
    withdrawSuggestion(db, viewer, params.change_id),
  )
  serve(app, contract.undoFacts, ({ params, viewer }) => undoFacts(deps, viewer, params.change_id))
  serve(app, contract.undoFactsOf, ({ params, body, viewer }) =>
    undoFactsOf(deps, viewer, params.spot_id, body.user_id),
  )
  serve(app, contract.undoFactsEverywhere, ({ body, viewer }) =>
    undoFactsEverywhere(db, viewer, body.user_id),
  )
}
