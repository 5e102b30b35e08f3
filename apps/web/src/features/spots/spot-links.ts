import { shortPath } from '@nollie/contract/short-links'
import { m } from '../../i18n/messages.ts'
import { isSamePlace } from '../../lib/place-text.ts'

/** The address of a spot for people elsewhere, short enough to read; it leads to the spot's page. */
export const spotLink = (origin: string, spotId: string): string => `${origin}${shortPath('spot', spotId)}`

// Whatever stands in a name, it stays one parameter: a line break or `&cc=` must not become a header of the mail.
const part = (text: string) => encodeURIComponent(text.replace(/[\r\n]+/g, ' '))

/** Opens WhatsApp with a text that contains the link. */
export const whatsAppLink = (title: string, link: string): string =>
  `https://wa.me/?text=${part(m.spot_share_text({ title, link }))}`

/** Opens a new mail with subject and text. */
export const emailLink = (title: string, link: string): string =>
  `mailto:?subject=${part(m.spot_share_subject({ title }))}&body=${part(m.spot_share_text({ title, link }))}`

/** Opens directions to a position in whatever maps the device has. */
export const directionsLink = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`

/** Whether a stored position can stand on a map. */
export const isPosition = ({ latitude, longitude }: { latitude: unknown; longitude: unknown }): boolean =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180

/** The parts of an address that are known, in the order people write them. */
export const placeText = (spot: {
  address?: string | null
  city?: string | null
  state?: string | null
  country?: string | null
  postal_code?: string | null
}): string => {
  const known = [
    spot.address,
    [spot.postal_code, spot.city].filter(Boolean).join(' '),
    isSamePlace(spot.state ?? '', spot.city ?? '') ? '' : spot.state,
    spot.country,
  ]
  const parts: string[] = []
  for (const text of known) {
    // Without repeating the city where people typed it into the address.
    if (text && !parts.some((part) => part.toLowerCase().includes(text.toLowerCase()))) parts.push(text)
  }
  return parts.join(', ')
}
