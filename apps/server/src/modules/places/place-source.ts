import type { FoundPlace } from '@nollie/contract'

/** A search for places. */
export type PlaceQuery = {
  q: string
  near: { latitude: number; longitude: number } | null
  language: string | null
  limit: number
}

/** A provider of places. Throws when it does not respond in time. */
export type PlaceSource = {
  name: string
  find: (query: PlaceQuery) => Promise<FoundPlace[]>
  /** Position and names of a result that lacked them; null if it does not exist. */
  details?: (ref: string) => Promise<FoundPlace | null>
}

const PATIENCE_MS = 2_500
const MAX_BYTES = 1_000_000

/**
 * Fetches JSON from a provider, with a short timeout and without redirects.
 * @throws Error if the response is not a success
 */
export const askProvider = async (url: URL): Promise<unknown> => {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'Nollie (place search)' },
  })
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`)
  const text = await answer.text()
  if (text.length > MAX_BYTES) throw new Error(`${url.host} answered too much`)
  return JSON.parse(text)
}

/** A number, even if the provider sends it as text; null for anything else and beyond `limit`. */
export const degrees = (value: unknown, limit: number): number | null => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= limit ? number : null
}
