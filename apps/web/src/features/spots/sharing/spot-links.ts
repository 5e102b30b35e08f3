import { shortPath } from '@nollie/contract/short-links'
import { m } from '../../../i18n/messages.ts'

/** Returns the short public URL of a spot's page. */
export function spotLink(origin: string, spotId: string): string {
  return `${origin}${shortPath('spot', spotId)}`
}

// A line break or `&cc=` in a name must not become an email header.
function part(text: string) {
  return encodeURIComponent(text.replace(/[\r\n]+/g, ' '))
}

/** Returns a link that opens WhatsApp with a message that includes the spot's link. */
export function whatsAppLink(title: string, link: string): string {
  return `https://wa.me/?text=${part(m.spots_share_text({ title, link }))}`
}

/** Returns a link that opens a new email with a subject and text. */
export function emailLink(title: string, link: string): string {
  return `mailto:?subject=${part(m.spots_share_subject({ title }))}&body=${part(m.spots_share_text({ title, link }))}`
}
