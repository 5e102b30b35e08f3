import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

function parseHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

/**
 * Refuses changes that another site's page requests in a member's name. Browsers send a request's origin
 * (`Sec-Fetch-Site`, otherwise `Origin`). A change with a cookie but neither header is refused, because no browser
 * sends that. Requests with a bearer token and no cookie can't be forged, so they pass.
 * @throws Refusal FOREIGN_ORIGIN
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: URL | null): void {
  if (SAFE.has(request.method)) return
  const { origin, cookie, authorization } = request.headers
  if (authorization && !cookie) return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && origin === undefined && !cookie) return
  const host = site === undefined && origin ? parseHost(origin) : null
  if (host && (host === request.headers.host || host === publicUrl?.host)) return
  throw new Refusal('FOREIGN_ORIGIN')
}
