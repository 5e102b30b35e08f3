const STORED = 'nollie.server'
const ANSWER_MS = 10_000
/** Only servers on the same machine may be unencrypted, for development. */
const OWN_MACHINE = /^(localhost|127\.0\.0\.1|10\.0\.2\.2)$/

/** Returns the origin of a typed URL, with https unless another scheme was typed; null if it's invalid. */
export function addressTyped(typed: string): URL | null {
  const text = typed.trim()
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!text || !URL.canParse(whole)) return null
  const { protocol, hostname, origin, username, password } = new URL(whole)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.test(hostname))
  return isSafe && !username && !password ? new URL(origin) : null
}

/** The reason a URL was rejected: the server didn't respond, or isn't a Nollie server. */
export type AddressError = 'unreachable' | 'other'

/** Checks whether a URL is a Nollie server. Returns null if it is. */
export async function checkServer(server: URL, request: typeof fetch): Promise<AddressError | null> {
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

/** Returns the server selected on this device; null before the first start. */
export function chosenServer(): URL | null {
  return addressTyped(localStorage.getItem(STORED) ?? '')
}

/** Stores the choice, and removes all data from the previous server: drafts, caches, the session. */
export async function storeServer(server: URL): Promise<void> {
  const before = chosenServer()
  if (before && before.origin !== server.origin) {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  }
  localStorage.setItem(STORED, server.origin)
}
