import { BlockList } from 'node:net'
import { contract } from '@nollie/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../http/index.ts'
import type { Outbox } from './outbox.ts'
import { MAIL_POLICY, outboxPage, PAGE_POLICY } from './outbox-page.ts'

export type OutboxDeps = {
  outbox: Outbox
  /** Null, or mails are sent and there is nothing to show. */
  smtpUrl: string | null
  publicUrl: URL
  trustProxy: boolean | string[]
}

const SHOWN = 50
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address = '') =>
  address.includes(':')
    ? loopback.check(
        address.replace(/^::ffff:(?=\d+\.)/, ''),
        /^::ffff:\d+\./.test(address) ? 'ipv4' : 'ipv6',
      )
    : loopback.check(address, 'ipv4')

const hostNameOf = (host = '') => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

const byProxy = (name: string) =>
  name === 'via' || name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/**
 * Whether the outbox may be shown to whoever sends this request: only while no mail server is configured, only to the
 * machine itself, only where the product's own address is this machine. Behind a proxy every visitor looks like the
 * machine itself, so there it is never shown: what proxies add or speak (HTTP/1.0, no browser has for decades) gives
 * them away. The name in the Host header must be the machine's own, or another site's name could be pointed at it.
 */
export const mayShowOutbox =
  ({ smtpUrl, publicUrl, trustProxy }: Omit<OutboxDeps, 'outbox'>) =>
  ({ socket, headers, raw }: Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>): boolean => {
    if (smtpUrl || trustProxy || publicUrl.protocol === 'https:') return false
    if (!LOOPBACK_NAMES.has(publicUrl.hostname)) return false
    if (raw.httpVersionMajor < 1 || raw.httpVersion === '1.0') return false
    if (Object.keys(headers).some(byProxy)) return false
    return isLoopback(socket.remoteAddress) && LOOPBACK_NAMES.has(hostNameOf(headers.host))
  }

/** The page of unsent mails; to everybody it is not meant for it does not exist. */
export const outboxRoutes = (app: FastifyInstance, deps: OutboxDeps): void => {
  const may = mayShowOutbox(deps)

  serve(app, contract.outboxPage, async ({ request, reply }) => {
    if (!may(request)) return reply.callNotFound()
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(outboxPage(await deps.outbox.newest(SHOWN)))
  })

  serve(app, contract.outboxMail, async ({ params, request, reply }) => {
    const kept = may(request) ? await deps.outbox.read(params.mail) : null
    if (!kept?.mail.html) return reply.callNotFound()
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(kept.mail.html)
  })
}
