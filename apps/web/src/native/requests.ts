import { getOriginal, replace } from './replace.ts'
import type { Tokens } from './tokens.ts'

/** Paths that the server handles. All other paths are files bundled with the app. */
const SERVERS = /^\/(api|media|previews|\.well-known)\//

/** Returns the server URL for a request to one of the server's paths; null for everything else. */
export function toServerUrl(address: string, page: string, server: URL): URL | null {
  if (!URL.canParse(address, page)) return null
  const url = new URL(address, page)
  const isPages = url.protocol === new URL(page).protocol && url.host === new URL(page).host
  if (isPages && SERVERS.test(url.pathname)) return new URL(url.pathname + url.search, server)
  return url.origin === server.origin ? url : null
}

function isSignOut(url: URL, method: string) {
  return method === 'POST' && url.pathname === '/api/auth/sign-out'
}

async function withoutTokens(response: Response, tokens: Tokens): Promise<Response> {
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null
  if (!answer?.refresh_token) return response
  const { access_token, refresh_token, ...rest } = answer
  await tokens.take({ access_token, refresh_token, expires_at: rest.expires_at } as Parameters<
    Tokens['take']
  >[0])
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(rest), { status, statusText, headers: new Headers(headers) })
}

/**
 * Wraps `fetch` to send requests for the server's paths to the server, with the person's token. The page never sees the
 * token.
 */
export function wrapFetch(
  server: URL,
  tokens: Tokens,
  request: typeof fetch,
  page: () => string,
): typeof fetch {
  return async (input, init) => {
    const asked = input instanceof Request ? input.url : String(input)
    const url = toServerUrl(asked, page(), server)
    if (!url) return request(input, init)
    // A file bundled with the app, such as the basemap, that the client requested by absolute URL.
    if (!SERVERS.test(url.pathname)) return request(new URL(url.pathname + url.search, page()), init)
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    headers.set('x-client', 'signed')
    const token = await tokens.current()
    if (token) headers.set('authorization', `Bearer ${token}`)
    const response = await request(url, {
      ...(input instanceof Request && { signal: input.signal }),
      ...init,
      method,
      headers,
      credentials: 'omit',
    })
    if (isSignOut(url, method) && (response.ok || response.status === 401)) tokens.forget()
    return method === 'GET' || !response.ok ? response : withoutTokens(response, tokens)
  }
}

/** Sends uploads to the server too; they use `XMLHttpRequest` instead of `fetch`. */
export function installUploads(server: URL, tokens: Tokens): void {
  const { prototype } = XMLHttpRequest
  const open = getOriginal(prototype, 'open') as (method: string, url: string | URL, async: boolean) => void
  const send = getOriginal(prototype, 'send') as XMLHttpRequest['send']
  const ours = new WeakSet<XMLHttpRequest>()
  replace(
    XMLHttpRequest.prototype,
    'open',
    function (this: XMLHttpRequest, method: string, address: string | URL) {
      const url = toServerUrl(String(address), location.href, server)
      if (url) ours.add(this)
      open.call(this, method, url ?? address, true)
    },
  )
  replace(
    XMLHttpRequest.prototype,
    'send',
    function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | null) {
      if (!ours.has(this)) return send.call(this, body)
      void tokens.current().then((token) => {
        // The request was aborted in the meantime.
        if (this.readyState !== XMLHttpRequest.OPENED) return
        this.setRequestHeader('x-client', 'signed')
        if (token) this.setRequestHeader('authorization', `Bearer ${token}`)
        send.call(this, body)
      })
    },
  )
}
