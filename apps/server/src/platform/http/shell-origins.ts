import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** The origins of the pages inside the native apps, on iOS and Android: the same on every phone, whoever made the app. */
const SHELLS: readonly unknown[] = ['capacitor://localhost', 'https://localhost']
/** Seconds for which an app may store the answer to a preflight; browsers take two hours at most. */
const PREFLIGHT_SECONDS = 7_200
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** What the client and its uploads read of answers. */
const EXPOSED =
  'location, nollie-position, retry-after, tus-resumable, upload-expires, upload-length, upload-offset, x-request-id'

/** Whether an origin is one that pages of native apps have. */
export const isShell = (origin: string | undefined): origin is string => SHELLS.includes(origin)

/** The headers of an answer without which a browser does not let the page of a native app read it. */
export const headersForShell = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
})

// A server whose own address is one of them has browsers with cookies there.
const isOwn = (origin: string, request: FastifyRequest, publicUrl: URL | null) => {
  const { host } = new URL(origin)
  return host === request.headers.host || host === publicUrl?.host
}

/** Whether the page of a native app sent a request. */
const isOfShell = (request: FastifyRequest, publicUrl: URL | null): boolean => {
  const { origin } = request.headers
  return isShell(origin) && !isOwn(origin, request, publicUrl)
}

const answerPreflight = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': PREFLIGHT_SECONDS,
      'cache-control': 'no-store',
    })
    .send()

/**
 * Lets pages of native apps read what this server answers (CORS), for bearer tokens alone: their cookies are neither
 * read nor set, so that no page which happens to have such an origin acts in a member's name. Returns whether the
 * request is one of theirs.
 * @throws Refusal FOREIGN_ORIGIN for a change that no app would send
 */
export const admitShell = (
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: URL | null,
): 'no' | 'yes' | 'answered' => {
  if (!isOfShell(request, publicUrl)) return 'no'
  const { headers, method } = request
  delete headers.cookie
  // On the raw response, so that streams, which write their own head, have them, too.
  reply.raw.setHeaders(new Map(Object.entries(headersForShell(String(headers.origin)))))
  if (method === 'OPTIONS' && headers['access-control-request-method']) {
    void answerPreflight(request, reply)
    return 'answered'
  }
  // A form cannot send these headers, and a script only after a preflight, which other sites do not pass.
  const isApp = headers.authorization !== undefined || headers['x-client'] === 'signed'
  if (!isApp && !['GET', 'HEAD', 'OPTIONS'].includes(method)) throw new Refusal('FOREIGN_ORIGIN')
  return 'yes'
}

/** Makes caches store answers for websites and for apps apart, and removes cookies from the latter. */
export const separateShells = (app: FastifyInstance, publicUrl: URL | null): void => {
  app.addHook('onSend', async (request, reply) => {
    if (isOfShell(request, publicUrl)) reply.removeHeader('set-cookie')
    if (!String(reply.getHeader('cache-control')).startsWith('public')) return
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${String(vary)}, Origin` : 'Origin')
  })
}
