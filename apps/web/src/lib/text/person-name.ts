import { isFormerUsername } from '@nollie/contract/people/former-members'
import { m } from '../../i18n/messages.ts'
import { getInitial } from '../format.ts'

/** Display names for people without a name, by context. */
export const NAMELESS = {
  get poster() {
    return m.people_nameless_poster()
  },
  get card() {
    return m.people_nameless_card()
  },
  get byline() {
    return m.people_nameless_byline()
  },
  get list() {
    return m.people_nameless_list()
  },
}

type Named =
  | { full_name?: string | null | undefined; username?: string | null | undefined }
  | null
  | undefined

/** Returns the full name, otherwise the username, otherwise `nameless`. Former members get a localized label. */
export function getName(person: Named, nameless: string = NAMELESS.poster): string {
  return isFormerUsername(person?.username ?? '')
    ? m.people_former()
    : person?.full_name?.trim() || person?.username?.trim() || nameless
}

/** Returns the initials of up to two parts of a name, in uppercase; `U` if there is no name. */
export function getInitials(person: Named): string {
  const text = getName(person, '')
    .split(/\s+/u)
    .map(getInitial)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  return text.slice(0, 2).join('') || 'U'
}
