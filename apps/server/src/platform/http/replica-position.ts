import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The WAL position after the client's last write, as sent by the client; null if it hasn't written in the last few
     * seconds.
     */
    readAfter: string | null
  }
}

/** Clients without cookies send this header back. */
const HEADER = 'nollie-position'
/** After this many seconds, every replica in use contains the write. */
const SECONDS = 10
const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function sentBy({ headers }: FastifyRequest, cookie: string): string | null {
  const { [HEADER]: header, cookie: cookies = '' } = headers
  const [, stored] = new RegExp(`(?:^|; )${cookie.replaceAll('.', '\\.')}=([^;]*)`).exec(cookies) ?? []
  const sent = typeof header === 'string' ? header : decoded(stored ?? '')
  return POSITION.test(sent) ? sent : null
}

/**
 * Guarantees read-your-writes with replicas. Sends the database's position after each write in a cookie and a header,
 * and reads it from later requests. It isn't signed, because tampering only leads to reads from the primary, or to data
 * that is a second old. `position` returns null if there are no replicas.
 */
export function carryPosition(
  app: FastifyInstance,
  { position, https }: { position: () => Promise<string | null>; https: boolean },
): void {
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
