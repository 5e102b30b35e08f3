import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The WAL position after the sender's last write, as they sent it; null if there was none in the last seconds. */
    readAfter: string | null
  }
}

/** Programs without cookies send back what they got in this header. */
const HEADER = 'nollie-position'
/** After this time no replica that is read lacks the write. */
const SECONDS = 10
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const sentBy = ({ headers }: FastifyRequest, cookie: string): string | null => {
  const { [HEADER]: header, cookie: cookies = '' } = headers
  const [, stored] = new RegExp(`(?:^|; )${cookie.replaceAll('.', '\\.')}=([^;]*)`).exec(cookies) ?? []
  const sent = typeof header === 'string' ? header : decoded(stored ?? '')
  return POSITION.test(sent) ? sent : null
}

/**
 * Gives every answer to a write the database's position after it, as a cookie and as a header, and reads it from later
 * requests: nobody reads a replica that lacks what they wrote. It is not signed, because whoever changes it only reads
 * the primary, or what is a second old. `position` returns null where there are no replicas.
 */
export const carryPosition = (
  app: FastifyInstance,
  { position, https }: { position: () => Promise<string | null>; https: boolean },
): void => {
  const cookie = https ? '__Host-nollie.position' : 'nollie.position'
  app.decorateRequest('readAfter', null)
  app.addHook('onRequest', async (request) => {
    request.readAfter = sentBy(request, cookie)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const after = await position().catch(() => null)
    if (after === null) return
    const flags = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
    reply.header(HEADER, after).header('set-cookie', `${cookie}=${encodeURIComponent(after)}; ${flags}`)
  })
}
