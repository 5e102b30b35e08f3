import { LIMITS } from '@nollie/contract'
import { type Refusal, refusedField } from '../../platform/http/index.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'

/** Terms of the product that an attacker tries first, with a few digits or signs after them. */
const PRODUCT_TERMS = [
  'nollie',
  'skate',
  'skater',
  'skating',
  'skateboard',
  'skateboarder',
  'skateboarding',
  'skatespot',
  'skatepark',
  'kickflip',
  'heelflip',
  'ollie',
  'grind',
]

let common: Promise<ReadonlySet<string>> | undefined

/** The most frequent passwords of the length we allow (some 18,000); loaded when first needed. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common']
    return new Set(known.filter(({ length }) => length >= LIMITS.password_min))
  })
  return common
}

const PRODUCT_PASSWORD = new RegExp(`^(?:${PRODUCT_TERMS.join('|')})[^a-z]{0,4}$`)

/**
 * Refuses a password that is too short, that many people use, or that the person's own names give away.
 * @throws Refusal WEAK_PASSWORD
 */
export const requireGoodPassword = async (
  password: string,
  names: string[] = [],
  field = 'password',
): Promise<void> => {
  const weak = (detail: Sentence) => weakPassword(detail, field)
  if (password.length < LIMITS.password_min) {
    throw weak(say`Please choose a password of at least ${LIMITS.password_min} characters.`)
  }
  const lower = password.normalize('NFKC').toLowerCase()
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? name]).map((name) => name.toLowerCase())
  if (own.includes(lower)) {
    throw weak(say`Please choose a password that is not your name or e-mail address.`)
  }
  if ((await commonPasswords()).has(lower) || PRODUCT_PASSWORD.test(lower) || new Set(lower).size < 3) {
    throw weak(say`Please choose a password that is harder to guess: this one is used by many people.`)
  }
}

/** A refusal of a password, beside the field of the form that has it. */
export const weakPassword = (detail: Sentence, field: string): Refusal =>
  refusedField('WEAK_PASSWORD', field, detail)
