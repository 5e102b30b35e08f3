import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { serve } from '../../platform/http/index.ts'
import {
  answerSuggestion,
  factHistory,
  factsOf,
  suggestFacts,
  undoFacts,
  withdrawSuggestion,
} from './facts.service.ts'
import { addMeasurement, listMeasurements, removeMeasurement } from './measurements.service.ts'
import { undoFactsEverywhere, undoFactsOf } from './undo-person.service.ts'

/** How spots skate: reading, suggesting, agreeing, undoing. */
export const factRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.getFacts, ({ params, viewer }) => factsOf(db, viewer, params.spot_id))
  serve(app, contract.suggestFacts, ({ params, headers, body, viewer }) =>
    suggestFacts(db, viewer, { spot_id: params.spot_id, key: headers['idempotency-key'], body }),
  )
  serve(app, contract.getFactHistory, ({ params, query, viewer }) =>
    factHistory(db, viewer, params.spot_id, query.cursor),
  )
  serve(app, contract.answerSuggestion, ({ params, body, viewer }) =>
    answerSuggestion(db, viewer, params.change_id, body.agrees),
  )
  serve(app, contract.withdrawSuggestion, ({ params, viewer }) =>
    withdrawSuggestion(db, viewer, params.change_id),
  )
  serve(app, contract.undoFacts, ({ params, viewer }) => undoFacts(db, viewer, params.change_id))
  serve(app, contract.undoFactsOf, ({ params, body, viewer }) =>
    undoFactsOf(db, viewer, params.spot_id, body.user_id),
  )
  serve(app, contract.undoFactsEverywhere, ({ body, viewer }) =>
    undoFactsEverywhere(db, viewer, body.user_id),
  )
}

/** Obstacles measured in photos. */
export const measurementRoutes = (app: FastifyInstance, { db }: { db: Db }): void => {
  serve(app, contract.listMeasurements, ({ params, viewer }) => listMeasurements(db, viewer, params.spot_id))
  serve(app, contract.measureObstacle, ({ params, headers, body, viewer }) =>
    addMeasurement(db, viewer, { ...params, key: headers['idempotency-key'], body }),
  )
  serve(app, contract.removeMeasurement, ({ params, viewer }) =>
    removeMeasurement(db, viewer, params.measurement_id),
  )
}
