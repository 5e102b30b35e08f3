import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../http/index.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxAccess } from './outbox-access.ts'
import { keyWantedPage, MAIL_POLICY, outboxPage, PAGE_POLICY } from './outbox-page.ts'

const SHOWN = 50
const COOKIE = 'nollie.outbox'

function findCookie({ headers }: FastifyRequest): string | undefined {
  return headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
}

/**
 * Serves the page with stored emails. For requests from other machines, the page doesn't exist. On this machine, the
 * key is needed once; it then moves from the URL to a cookie for this page only.
 */
export function outboxRoutes(
  app: FastifyInstance,
  { outbox, access }: { outbox: Outbox; access: OutboxAccess },
): void {
  serve(app, contract.outboxPage, async ({ query, request, reply }) => {
    if (!access.isFromHere(request)) return reply.callNotFound()
    reply
      .header('content-security-policy', PAGE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
    if (access.isKey(query.key)) {
      return reply
        .header(
          'set-cookie',
          `${COOKIE}=${query.key}; Path=/dev/outbox; HttpOnly; SameSite=Strict; Max-Age=2592000`,
        )
        .redirect('/dev/outbox', 303)
    }
    if (!access.isKey(findCookie(request))) return reply.send(keyWantedPage())
    return reply.send(outboxPage(await outbox.newest(SHOWN)))
  })

  serve(app, contract.outboxMail, async ({ params, request, reply }) => {
    const mayRead = access.isFromHere(request) && access.isKey(findCookie(request))
    const stored = mayRead ? await outbox.read(params.mail) : null
    if (!stored?.mail.html) return reply.callNotFound()
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(stored.mail.html)
  })
}
