import { LIMITS } from '@nollie/contract'

/** Product terms that an attacker tries first, with a few digits or symbols appended. */
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

/** The most frequent passwords of the allowed length (about 18,000); loaded on first use. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common']
    return new Set(known.filter(({ length }) => length >= LIMITS.password_min))
  })
  return common
}

const PRODUCT_PASSWORD = new RegExp(`^(?:${PRODUCT_TERMS.join('|')})[^a-z]{0,4}$`)

/**
 * Whether a password is common: frequent, a product term with a few symbols appended, or one or two repeated
 * characters.
 */
export const isCommonPassword = async (lower: string): Promise<boolean> =>
  (await commonPasswords()).has(lower) || PRODUCT_PASSWORD.test(lower) || new Set(lower).size < 3
