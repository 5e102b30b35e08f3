import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { unsubscribe } from './digests.service.ts'

const FORM_BYTES = 4_096
const PRESS = /List-Unsubscribe=One-Click|name="?List-Unsubscribe"?\s+One-Click/

function parseToken(query: unknown): string {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

/**
 * Route for one-click unsubscribe requests from email clients (RFC 8058), at the URL of the confirmation page. Mail
 * providers send either kind of form, without a session, so only the link identifies the person.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, secret }: { db: Db; secret: string }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, String(body)))
    const config = { policy: 'anyone', takesForeignForms: true } as const
    const options = { config, bodyLimit: FORM_BYTES, schema: { hide: true } }
    scope.post('/unsubscribe', options, async ({ ip, body, query }, reply) => {
      await scope.rates.hit('read', { ip })
      if (typeof body !== 'string' || !PRESS.test(body)) throw new Refusal('BAD_REQUEST')
      await unsubscribe({ db, secret }, parseToken(query))
      return reply.code(204).send()
    })
  })
}
