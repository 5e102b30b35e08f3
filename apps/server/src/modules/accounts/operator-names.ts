import { readAs } from './look-alikes.ts'
import { refusedField } from '../../platform/http/index.ts'
import { say } from '../../platform/languages/index.ts'

// A name with one of these terms impersonates the operator.
const OPERATORS = [
  ...['nollie', 'admin', 'admins', 'administrator', 'administrators', 'administration', 'sysadmin'],
  ...['moderator', 'moderators', 'moderation', 'staff', 'support', 'webmaster', 'helpdesk'],
]

// These do so alone (Official Team), or together with one of the above (nollieteam).
const OFFICES = [
  ...['team', 'official', 'mod', 'mods', 'operator', 'operators', 'owner', 'security', 'system', 'help'],
  ...['service', 'abuse', 'privacy', 'legal', 'postmaster', 'hostmaster', 'root', 'founder'],
]

const FILLERS = ['the', 'app', 'hq', 'bot', 'real', 'crew', 'info', 'mail', 'news', 'our', 'your']

const matchAny = (terms: readonly string[]): string => `(?:${terms.map(readAs).join('|')})`

const every = matchAny([...OPERATORS, ...OFFICES, ...FILLERS])

/** A term of the operator, alone or run together with other terms from these lists. */
const OPERATOR_TERM = new RegExp(`^${every}*${matchAny(OPERATORS)}${every}*$`)

/** Nothing but terms from these lists. */
const OFFICE_ONLY = new RegExp(`^${every}*${matchAny([...OPERATORS, ...OFFICES])}${every}*$`)

const splitTerms = (text: string): string[] => readAs(text).split(/[^\p{L}]+/u)

/**
 * Whether a name impersonates the operator: `Nollie Support`, `adrnin`, `nollie_team`, `N O L L I E`, `Nоllie` with a
 * Cyrillic letter. Tries digits both as letters and as separators, and capitals with and without starting a new term.
 */
export const passesForOperator = (name: string): boolean => {
  const plain = name.normalize('NFKC')
  const splitAtCapitals = (text: string) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const withoutDigits = plain.replaceAll(/\d+/g, ' ')
  return [plain, splitAtCapitals(plain), withoutDigits, splitAtCapitals(withoutDigits)].some((reading) => {
    const terms = splitTerms(reading)
    return terms.some((term) => OPERATOR_TERM.test(term)) || OFFICE_ONLY.test(terms.join(''))
  })
}

/**
 * Checks a member's full name.
 * @throws Refusal BAD_REQUEST for a name that impersonates the operator
 */
export const requireOwnName = (full_name: string | null): void => {
  if (full_name === null || !passesForOperator(full_name)) return
  const detail = say`This name could be mistaken for the people who run this server. Choose another one.`
  throw refusedField('BAD_REQUEST', 'full_name', detail)
}
