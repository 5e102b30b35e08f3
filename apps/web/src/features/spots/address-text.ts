import { isSamePlace } from '../../lib/places/place-text.ts'

/** Lists the known parts of an address in their usual order. */
export function placeText(spot: {
  address?: string | null
  city?: string | null
  state?: string | null
  country?: string | null
  postal_code?: string | null
}): string {
  const known = [
    spot.address,
    [spot.postal_code, spot.city].filter(Boolean).join(' '),
    isSamePlace(spot.state ?? '', spot.city ?? '') ? '' : spot.state,
    spot.country,
  ]
  const parts: string[] = []
  for (const text of known) {
    // Leaves out the city if the typed address already contains it.
    if (text && !parts.some((part) => part.toLowerCase().includes(text.toLowerCase()))) parts.push(text)
  }
  return parts.join(', ')
}
