import type { Point } from '../../lib/places/metres-between.ts'

/** The maximum number of stops in a Google Maps link, including the destination. */
export const STOPS_MAX = 10

/** A section of a route: its first and last stop, counted from 1, and its link to a map app. */
export type RoutePart = { first: number; last: number; href: string }

function text({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(6)},${longitude.toFixed(6)}`
}

function buildRouteLink(stops: readonly Point[], origin: Point | undefined): string {
  const query = new URLSearchParams({ api: '1' })
  const destination = stops.at(-1)
  if (origin) query.set('origin', text(origin))
  if (destination) query.set('destination', text(destination))
  if (stops.length > 1) query.set('waypoints', stops.slice(0, -1).map(text).join('|'))
  return `https://www.google.com/maps/dir/?${query}`
}

/**
 * Builds the links that open a route in a map app, in order. The first link starts at the device's position. A long
 * route has several links, each of which starts where the previous one ends.
 */
export function routeParts(stops: readonly Point[]): RoutePart[] {
  return Array.from({ length: Math.ceil(stops.length / STOPS_MAX) }, (_, part) => {
    const start = part * STOPS_MAX
    const chosen = stops.slice(start, start + STOPS_MAX)
    const origin = part > 0 ? stops[start - 1] : undefined
    return { first: start + 1, last: start + chosen.length, href: buildRouteLink(chosen, origin) }
  })
}

/** Whether a route fits into a single link. */
export function isWhole(parts: readonly RoutePart[]): boolean {
  return parts.length < 2
}
