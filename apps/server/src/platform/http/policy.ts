import type { EndpointSpec } from '@nollie/contract'
import type { FastifyRequest } from 'fastify'
import { countedFor } from './rate-limiter.ts'
import { Refusal } from './refusal.ts'
import type { Authenticated } from './server.ts'
import { inEnglish } from '../languages/index.ts'

// A page requests dozens of images at the same time, so the session is read at most once a second for images, but every
// time for anything else.
function whoSends(request: FastifyRequest, { rate }: EndpointSpec): Promise<Authenticated | null> {
  const { authorization, cookie } = request.headers
  if (rate !== 'file' || !(authorization || cookie)) return request.server.authenticate(request)
  return request.server.recentSessions.get(`${authorization}\n${cookie}`, () =>
    request.server.authenticate(request),
  )
}

/**
 * Enforces the policy. A suspended person counts as a visitor in public operations and is refused in members'
 * operations; handlers see them as the viewer only in `own` operations. An access token needs the operation's scope.
 * @throws Refusal SESSION_MISSING, OUT_OF_SCOPE, SUSPENDED, NOT_ALLOWED
 */
export async function admit(request: FastifyRequest, spec: EndpointSpec): Promise<void> {
  const found = await whoSends(request, spec)
  const viewer = found && (spec.policy === 'own' || !found.is_suspended) ? found.viewer : null
  request.viewer = viewer
  request.suspended = found?.is_suspended ? found.viewer : null
  const isOutOfScope = Boolean(found?.scopes && !(spec.scope && found.scopes.includes(spec.scope)))
  const sender =
    found && !isOutOfScope ? { user_id: found.viewer.user_id, isToken: Boolean(found.scopes) } : null
  await request.server.rates.hit(spec.rate, countedFor(spec.rate, sender, request.ip))
  if (isOutOfScope)
    throw new Refusal(
      'OUT_OF_SCOPE',
      spec.scope ? { detail: inEnglish(`This needs an access token with ${spec.scope}.`) } : {},
    )
  if (spec.policy === 'anyone') return
  if (!found) throw new Refusal('SESSION_MISSING')
  if (!viewer) throw new Refusal('SUSPENDED')
  if (spec.policy === 'admin' && !viewer.is_admin) throw new Refusal('NOT_ALLOWED')
}
