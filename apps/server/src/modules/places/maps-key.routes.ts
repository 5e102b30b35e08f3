import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'

/** Serves the operator's Google Maps key, or null if there is none. */
export function mapsKeyRoutes(app: FastifyInstance, { mapsKey }: { mapsKey: string | null }): void {
  serve(app, contract.mapsKey, () => ({ key: mapsKey }))
}
