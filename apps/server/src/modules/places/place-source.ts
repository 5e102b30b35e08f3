import type { FoundPlace } from '@nollie/contract'

/** A place search query. */
export type PlaceQuery = {
  q: string
  near: { latitude: number; longitude: number } | null
  language: string | null
  limit: number
}

/** A place search provider. Throws if it doesn't respond in time. */
export type PlaceSource = {
  name: string
  find: (query: PlaceQuery) => Promise<FoundPlace[]>
  /** Looks up the position and names for a result that lacks them. Null if the place doesn't exist. */
  details?: (ref: string) => Promise<FoundPlace | null>
}

const PATIENCE_MS = 2_500
const MAX_BYTES = 1_000_000

/**
 * Fetches JSON from a provider with a short timeout. Doesn't follow redirects.
 * @throws Error if the response status isn't a success
 */
export async function askProvider(url: URL): Promise<unknown> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: 'error',
    headers: { accept: 'application/json', 'user-agent': 'Nollie (place search)' },
  })
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`)
  const text = await answer.text()
  if (text.length > MAX_BYTES) throw new Error(`${url.host} sent too much data`)
  return JSON.parse(text)
}

/** Parses a coordinate that a provider may send as a string. Null if it is invalid or beyond `limit`. */
export function parseDegrees(value: unknown, limit: number): number | null {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= limit ? number : null
}
