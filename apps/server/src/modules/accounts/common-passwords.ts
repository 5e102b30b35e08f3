import { LIMITS } from '@nollie/contract'

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

/** Whether many people use a password: it is frequent, a term of the product with a few signs after it, or one or two characters again and again. */
export const isCommonPassword = async (lower: string): Promise<boolean> =>
  (await commonPasswords()).has(lower) || PRODUCT_PASSWORD.test(lower) || new Set(lower).size < 3
