import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Origins of pages inside native apps on iOS and Android; the same on every phone and for every app. */
const SHELLS: readonly unknown[] = ['capacitor://localhost', 'https://localhost']
/** Seconds that an app can cache a preflight response; browsers cap this at two hours. */
const PREFLIGHT_SECONDS = 7_200
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Response headers that the client and its uploads read. */
const EXPOSED =
  'location, nollie-position, retry-after, tus-resumable, upload-expires, upload-length, upload-offset, x-request-id'

/** Whether an origin belongs to a native app's pages. */
export function isShell(origin: string | undefined): origin is string {
  return SHELLS.includes(origin)
}

/** Returns the response headers that a browser requires before a native app's page can read the response. */
export function headersForShell(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  }
}

// If the server's own URL is one of these origins, it's used by browsers with cookies.
function isOwn(origin: string, request: FastifyRequest, publicUrl: URL | null) {
  const { host } = new URL(origin)
  return host === request.headers.host || host === publicUrl?.host
}

/** Whether a native app's page sent the request. */
function isOfShell(request: FastifyRequest, publicUrl: URL | null): boolean {
  const { origin } = request.headers
  return isShell(origin) && !isOwn(origin, request, publicUrl)
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': PREFLIGHT_SECONDS,
      'cache-control': 'no-store',
    })
    .send()
}

/**
 * Lets native apps' pages read responses (CORS), but only with bearer tokens. Their cookies are neither read nor set,
 * so that another page with the same origin can't act in a member's name. Returns whether the request comes from an
 * app.
 * @throws Refusal FOREIGN_ORIGIN for a change that an app wouldn't send
 */
export function admitShell(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: URL | null,
): 'no' | 'yes' | 'answered' {
  if (!isOfShell(request, publicUrl)) return 'no'
  const { headers, method } = request
  delete headers.cookie
  // Set on the raw response, so that streams, which write their own headers, have them too.
  reply.raw.setHeaders(new Map(Object.entries(headersForShell(String(headers.origin)))))
  if (method === 'OPTIONS' && headers['access-control-request-method']) {
    void answerPreflight(request, reply)
    return 'answered'
  }
  // A form can't send these headers, and a script needs a preflight, which other sites don't pass.
  const isApp = headers.authorization !== undefined || headers['x-client'] === 'signed'
  if (!isApp && !['GET', 'HEAD', 'OPTIONS'].includes(method)) throw new Refusal('FOREIGN_ORIGIN')
  return 'yes'
}

/** Makes caches store separate responses for websites and apps, and removes cookies from responses to apps. */
export function separateShells(app: FastifyInstance, publicUrl: URL | null): void {
  app.addHook('onSend', async (request, reply) => {
    if (isOfShell(request, publicUrl)) reply.removeHeader('set-cookie')
    if (!String(reply.getHeader('cache-control')).startsWith('public')) return
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${String(vary)}, Origin` : 'Origin')
  })
}
