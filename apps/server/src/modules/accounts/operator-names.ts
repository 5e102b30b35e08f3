import { readAs } from './look-alikes.ts'

// Whoever bears one of these as a word of their name speaks for the operator.
const OPERATORS = [
  ...['nollie', 'admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin'],
  ...['moderator', 'moderators', 'moderation', 'staff', 'support', 'webmaster', 'helpdesk'],
]
// These do so where nothing else is in the name (Official Team), or together with one of the above (nollieteam).
const OFFICES = [
  ...['team', 'official', 'mod', 'mods', 'operator', 'operators', 'owner', 'security', 'system', 'help'],
  ...['service', 'abuse', 'privacy', 'legal', 'postmaster', 'hostmaster', 'root', 'founder'],
]
const FILLERS = ['the', 'app', 'hq', 'bot', 'real', 'crew', 'info', 'mail', 'news', 'our', 'your']

const anyOf = (words: readonly string[]): string => `(?:${words.map(readAs).join('|')})`
const every = anyOf([...OPERATORS, ...OFFICES, ...FILLERS])
/** A word that says operator, run together with nothing but words of office. */
const OPERATOR_WORD = new RegExp(`^${every}*${anyOf(OPERATORS)}${every}*$`)
/** Nothing but words of office. */
const OFFICE_ONLY = new RegExp(`^${every}*${anyOf([...OPERATORS, ...OFFICES])}${every}*$`)

const wordsOf = (text: string): string[] => readAs(text).split(/[^\p{L}]+/u)

/**
 * Whether a name would pass for the operator's: `Nollie Support`, `adrnin`, `nollie_team`, `N O L L I E`, `Nоllie` with a
 * Cyrillic letter. Digits are read as letters and as what stands between words, capitals as the beginning of words or not.
 */
export const passesForOperator = (name: string): boolean => {
  const plain = name.normalize('NFKC')
  const apart = (text: string) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const withoutDigits = plain.replaceAll(/\d+/g, ' ')
  return [plain, apart(plain), withoutDigits, apart(withoutDigits)].some((reading) => {
    const words = wordsOf(reading)
    return words.some((word) => OPERATOR_WORD.test(word)) || OFFICE_ONLY.test(words.join(''))
  })
}
