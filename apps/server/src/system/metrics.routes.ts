import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal, serve } from '../platform/http/index.ts'
import { hasToken, type Metrics } from '../platform/telemetry/index.ts'
import { inEnglish } from '../platform/languages/index.ts'

/** Serves metrics on the API's port to clients with the token; without `metrics`, responds with 404. */
export function metricsRoutes(
  app: FastifyInstance,
  { metrics }: { metrics: { metrics: Metrics; token: string } | null },
): void {
  serve(app, contract.metrics, async ({ request, reply }) => {
    if (!metrics) throw new Refusal('NOT_FOUND')
    if (!hasToken(request.headers.authorization, metrics.token))
      throw new Refusal('SESSION_MISSING', { detail: inEnglish('Send METRICS_TOKEN as the bearer token.') })
    return reply.type(metrics.metrics.contentType).send(await metrics.metrics.text())
  })
}
