import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../platform/http/index.ts'
import { type HealthDeps, healthReport, retryJob } from './health.service.ts'

type OperatorDeps = { health: HealthDeps; mails: { sent: number; failed: number } }

/** Serves the data for the operator's page. */
export function operatorRoutes(app: FastifyInstance, { health, mails }: OperatorDeps): void {
  serve(app, contract.getHealthReport, () => healthReport(health, mails))
  serve(app, contract.retryJob, ({ params }) => retryJob(health, params.job_id))
}
