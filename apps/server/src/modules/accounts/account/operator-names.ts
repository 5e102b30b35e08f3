import { readAs } from './look-alikes.ts'
import { refusedField } from '../../../platform/http/index.ts'
import { say } from '../../../platform/languages/index.ts'

// Any name that contains one of these terms impersonates the operator.
const OPERATORS = [
  'nollie',
  'admin',
  'admins',
  'administrator',
  'administrators',
  'administration',
  'sysadmin',
  'moderator',
  'moderators',
  'moderation',
  'staff',
  'support',
  'webmaster',
  'helpdesk',
]

// These terms impersonate the operator if used alone (Official Team) or together with a term from above (nollieteam).
const OFFICES = [
  'team',
  'official',
  'mod',
  'mods',
  'operator',
  'operators',
  'owner',
  'security',
  'system',
  'help',
  'service',
  'abuse',
  'privacy',
  'legal',
  'postmaster',
  'hostmaster',
  'root',
  'founder',
]

const FILLERS = ['the', 'app', 'hq', 'bot', 'real', 'crew', 'info', 'mail', 'news', 'our', 'your']

function matchAny(terms: readonly string[]): string {
  return `(?:${terms.map(readAs).join('|')})`
}

const every = matchAny([...OPERATORS, ...OFFICES, ...FILLERS])

/** Matches an operator term, alone or joined with other terms from these lists. */
const OPERATOR_TERM = new RegExp(`^${every}*${matchAny(OPERATORS)}${every}*$`)

/** Matches names that consist only of terms from these lists. */
const OFFICE_ONLY = new RegExp(`^${every}*${matchAny([...OPERATORS, ...OFFICES])}${every}*$`)

function splitTerms(text: string): string[] {
  return readAs(text).split(/[^\p{L}]+/u)
}

/**
 * Whether a name impersonates the operator: `Nollie Support`, `adrnin`, `nollie_team`, `N O L L I E`, or `Nоllie` with
 * a Cyrillic letter. Tries digits as letters and as separators, and tries splitting at capital letters.
 */
export function passesForOperator(name: string): boolean {
  const plain = name.normalize('NFKC')
  const splitAtCapitals = (text: string) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const withoutDigits = plain.replaceAll(/\d+/g, ' ')
  return [plain, splitAtCapitals(plain), withoutDigits, splitAtCapitals(withoutDigits)].some((reading) => {
    const terms = splitTerms(reading)
    return terms.some((term) => OPERATOR_TERM.test(term)) || OFFICE_ONLY.test(terms.join(''))
  })
}

/**
 * Checks that a member's full name doesn't impersonate the operator.
 * @throws Refusal BAD_REQUEST
 */
export function requireOwnName(full_name: string | null): void {
  if (full_name === null || !passesForOperator(full_name)) return
  const detail = say`This name could be mistaken for the people who run this server. Choose another one.`
  throw refusedField('BAD_REQUEST', 'full_name', detail)
}
