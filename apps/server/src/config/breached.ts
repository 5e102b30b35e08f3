import { isTrustedAddress } from './address.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** The environment variable for checking new passwords against data breaches. */
export const BREACHED_VARIABLES = ['BREACHED_PASSWORDS'] as const

const EXAMPLE = 'https://api.pwnedpasswords.com'

/**
 * Reads which service checks new passwords against data breaches. Null means that only the bundled list is used,
 * because data is sent only to a service that the operator chose.
 * @throws StartRefused for an invalid value
 */
export function readBreached({
  BREACHED_PASSWORDS: text,
}: Readonly<Record<string, string | undefined>>): URL | null {
  if (text === undefined) return null
  if (!isTrustedAddress(text)) throw new StartRefused(`BREACHED_PASSWORDS must be an address like ${EXAMPLE}`)
  return new URL(text)
}
