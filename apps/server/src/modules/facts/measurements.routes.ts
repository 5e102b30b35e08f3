import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { Deps } from './facts.service.ts'
import { addMeasurement, listMeasurements, removeMeasurement } from './measurements.service.ts'

/** Routes for measurements of obstacles in photos. */
export function measurementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  serve(app, contract.listMeasurements, ({ params, viewer }) => listMeasurements(db, viewer, params.spot_id))
  serve(app, contract.measureObstacle, ({ params, headers, body, viewer }) =>
    addMeasurement(deps, viewer, { ...params, key: headers['idempotency-key'], body }),
  )
  serve(app, contract.removeMeasurement, ({ params, viewer }) =>
    removeMeasurement(db, viewer, params.measurement_id),
  )
}
