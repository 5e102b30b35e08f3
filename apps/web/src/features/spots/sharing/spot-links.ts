import { shortPath } from '@nollie/contract/short-links'
import { m } from '../../../i18n/messages.ts'

/** Returns the short public URL of a spot's page. */
export const spotLink = (origin: string, spotId: string): string => `${origin}${shortPath('spot', spotId)}`

// A line break or `&cc=` in a name must not become an email header.
const part = (text: string) => encodeURIComponent(text.replace(/[\r\n]+/g, ' '))

/** Returns a link that opens WhatsApp with a message that includes the spot's link. */
export const whatsAppLink = (title: string, link: string): string =>
  `https://wa.me/?text=${part(m.spots_share_text({ title, link }))}`

/** Returns a link that opens a new email with a subject and text. */
export const emailLink = (title: string, link: string): string =>
  `mailto:?subject=${part(m.spots_share_subject({ title }))}&body=${part(m.spots_share_text({ title, link }))}`
