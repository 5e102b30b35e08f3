import { hasLink } from '@nollie/contract/places/coordinates/map-links'
import { readCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'

type Point = { latitude: number; longitude: number }

/** Returns the position in text with a link to a known map service, or null if there is none. */
export function readLink(text: string): Point | null {
  const typed = /[:/]/.test(text) ? readCoordinates(text) : null
  return typed?.kind === 'point' ? { latitude: typed.latitude, longitude: typed.longitude } : null
}

/** Whether text consists of a link to a known map service, with a position in it. */
export function isMapLink(text: string): boolean {
  const link = text.trim()
  return /^[\w.-]+[:/]\S+$/.test(link) && hasLink(link) && readLink(link) !== null
}
