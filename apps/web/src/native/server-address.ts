const STORED = 'nollie.server'
const ANSWER_MS = 10_000
/** Only a server on the same machine is reached without encryption, for development. */
const OWN_MACHINE = /^(localhost|127\.0\.0\.1|10\.0\.2\.2)$/

/** The origin that somebody typed, with https unless they typed another scheme; null for what no server can have. */
export const addressTyped = (typed: string): URL | null => {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!text || !URL.canParse(whole)) return null
  const { protocol, hostname, origin, username, password } = new URL(whole)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.test(hostname))
  return isSafe && !username && !password ? new URL(origin) : null
}

/** Why an address was not taken: nothing answered, or something else than Nollie did. */
export type AddressError = 'unreachable' | 'other'

/** Asks an address whether Nollie answers there. */
export const checkServer = async (server: URL, request: typeof fetch): Promise<AddressError | null> => {
  try {
    const response = await request(new URL('/api/config', server), {
      credentials: 'omit',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const config = (await response.json().catch(() => null)) as { map_style?: unknown } | null
    return response.ok && typeof config?.map_style === 'string' ? null : 'other'
  } catch {
    return 'unreachable'
  }
}

/** The server chosen on this device; null before the first start. */
export const chosenServer = (): URL | null => addressTyped(localStorage.getItem(STORED) ?? '')

/** Stores the choice. What another server left on this device is removed: drafts, caches, its person. */
export const storeServer = async (server: URL): Promise<void> => {
  const before = chosenServer()
  if (before && before.origin !== server.origin) {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  }
  localStorage.setItem(STORED, server.origin)
}
