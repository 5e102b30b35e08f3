import { isTrustedAddress } from './config-address.ts'
import { StartRefused } from './platform/start-refused.ts'

/** The variable about passwords that were stolen elsewhere. */
export const BREACHED_VARIABLES = ['BREACHED_PASSWORDS'] as const

const EXAMPLE = 'https://api.pwnedpasswords.com'

/**
 * Reads which service is asked whether a new password was stolen; null: the shipped list alone decides, for nobody else is
 * asked anything that the operator did not choose.
 * @throws StartRefused for a wrong value
 */
export const readBreached = ({
  BREACHED_PASSWORDS: text,
}: Readonly<Record<string, string | undefined>>): URL | null => {
  if (text === undefined) return null
  if (!isTrustedAddress(text)) throw new StartRefused(`BREACHED_PASSWORDS must be an address like ${EXAMPLE}`)
  return new URL(text)
}
