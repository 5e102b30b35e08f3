import { call } from '../../lib/api.ts'

type Rough = { lat: number; lng: number; accuracy: number }

/** The error, in meters, that we assume for an external service: about the size of a town. */
const SERVICE_METRES = 25_000

function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : null
}

/** Parses `latitude`/`longitude` or `lat`/`lon`. Returns null if neither pair is present. */
export function readService(answer: unknown): Rough | null {
  const fields = (answer ?? {}) as Record<string, unknown>
  const lat = number(fields.latitude ?? fields.lat)
  const lng = number(fields.longitude ?? fields.lon)
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  return { lat, lng, accuracy: SERVICE_METRES }
}

/** Returns the device's time zone, which hints at its approximate position. */
export function timeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}

async function ownServer(signal: AbortSignal): Promise<Rough | null> {
  const zone = timeZone()
  const here = await call('GET /api/places/here', { query: zone ? { time_zone: zone } : {}, signal })
  if (here.latitude === null || here.longitude === null) return null
  return { lat: here.latitude, lng: here.longitude, accuracy: here.accuracy ?? SERVICE_METRES }
}

async function service(address: string, signal: AbortSignal): Promise<Rough | null> {
  const answer = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
  return answer.ok ? readService(await answer.json()) : null
}

/**
 * Looks up the approximate position of this device's IP address: first on our own server, then with the configured
 * services in order.
 */
export async function locateByIp(signal: AbortSignal): Promise<Rough | null> {
  const own = await ownServer(signal).catch(() => null)
  if (own) return own
  const { location_services } = await call('GET /api/config', { signal })
  for (const address of location_services) {
    const found = await service(address, signal).catch(() => null)
    if (found) return found
  }
  return null
}
