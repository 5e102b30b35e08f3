import { shortPath } from '@nollie/contract/short-links'
import { m } from '../../i18n/messages.ts'

/** The short public address of a spot's page. */
export const spotLink = (origin: string, spotId: string): string => `${origin}${shortPath('spot', spotId)}`

// A line break or `&cc=` in a name must not become a header of the mail.
const part = (text: string) => encodeURIComponent(text.replace(/[\r\n]+/g, ' '))

/** Opens WhatsApp with a text that contains the link. */
export const whatsAppLink = (title: string, link: string): string =>
  `https://wa.me/?text=${part(m.spots_share_text({ title, link }))}`

/** Opens a new mail with subject and text. */
export const emailLink = (title: string, link: string): string =>
  `mailto:?subject=${part(m.spots_share_subject({ title }))}&body=${part(m.spots_share_text({ title, link }))}`
