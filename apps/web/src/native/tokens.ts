import type { SecureStorage } from './secure-storage.ts'

/** The server's response to a sign-in with `X-Client: signed`. */
type Given = { access_token?: string; refresh_token?: string; expires_at?: string }

/** Access tokens that expire within this time (ms) are renewed before use. */
const SPARE_MS = 30_000
const SESSION_OVER = new Set([400, 401, 403])

function requestTokens(request: typeof fetch, server: URL, refresh_token: string | null | undefined) {
  return request(new URL('/api/auth/refresh', server), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', 'x-client': 'signed' },
    body: JSON.stringify({ refresh_token }),
  })
}

/**
 * Manages the tokens of the person signed in to a server. The refresh token is in secure storage, the access token only
 * in memory. `forgotten` runs once no one is signed in. Only one request renews tokens at a time, because using the
 * same refresh token twice would end the session.
 */
export function makeTokens(
  server: URL,
  storage: SecureStorage,
  request: typeof fetch,
  forgotten: () => void = () => undefined,
) {
  const name = `refresh.${server.host}`
  let access: { token: string; until: number } | null = null
  let renewing: Promise<void> | null = null
  const known = storage.read(name)
  let refresh: string | null | undefined

  const forget = () => {
    access = null
    refresh = null
    storage.remove(name)
    forgotten()
  }
  const take = async ({ access_token, refresh_token, expires_at = '' }: Given): Promise<void> => {
    if (!access_token || !refresh_token) return
    access = { token: access_token, until: Date.parse(expires_at) }
    refresh = refresh_token
    await storage.write(name, refresh_token).catch(() => undefined)
  }
  const renew = async (): Promise<void> => {
    const response = await requestTokens(request, server, refresh)
    if (response.ok) return take((await response.json()) as Given)
    if (SESSION_OVER.has(response.status)) forget()
  }

  return {
    take,
    forget,
    /**
     * Returns a token for the next request; null for a visitor. When offline, returns the old one, because the request
     * will fail anyway.
     */
    current: async (): Promise<string | null> => {
      if (refresh === undefined) {
        const stored = await known
        // Another sign-in or sign-out may have happened in the meantime.
        if (refresh === undefined) refresh = stored
      }
      if (!refresh) return null
      if (!access || access.until - Date.now() < SPARE_MS) {
        renewing ??= renew()
          .catch(() => undefined)
          .finally(() => {
            renewing = null
          })
        await renewing
      }
      return access?.token ?? null
    },
  }
}

/** A person's tokens for a server, as created by {@link makeTokens}. */
export type Tokens = ReturnType<typeof makeTokens>
