import { LIMITS } from '@nollie/contract'

/** Terms related to the product. Attackers try these first, followed by a few digits or symbols. */
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

/** Loads the most common passwords of an allowed length (about 18,000) on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common']
    return new Set(known.filter(({ length }) => length >= LIMITS.password_min))
  })
  return common
}

const PRODUCT_PASSWORD = new RegExp(`^(?:${PRODUCT_TERMS.join('|')})[^a-z]{0,4}$`)

/**
 * Whether a password is common: a frequent one, a product term followed by a few symbols, or one made of only one or
 * two different characters.
 */
export async function isCommonPassword(lower: string): Promise<boolean> {
  return (await commonPasswords()).has(lower) || PRODUCT_PASSWORD.test(lower) || new Set(lower).size < 3
}
