import { isTrustedAddress } from './config-address.ts'
import { StartRefused } from './platform/start-refused.ts'

/** The variable about passwords that were stolen elsewhere. */
export const BREACHED_VARIABLES = ['BREACHED_PASSWORDS'] as const

const EVERYBODYS = 'https://api.pwnedpasswords.com'

/**
 * Reads which service is asked whether a new password was stolen; null: the shipped list alone decides. By default it is
 * that of Have I Been Pwned where people reach the server by HTTPS, and none on a developer's machine.
 * @throws StartRefused for a wrong value
 */
export const readBreached = (
  { BREACHED_PASSWORDS: text = 'auto' }: Readonly<Record<string, string | undefined>>,
  publicUrl: string | undefined,
): URL | null => {
  if (text === 'shipped') return null
  if (text === 'auto') return publicUrl?.startsWith('https:') ? new URL(EVERYBODYS) : null
  if (!isTrustedAddress(text))
    throw new StartRefused(`BREACHED_PASSWORDS must be auto, shipped, or an address like ${EVERYBODYS}`)
  return new URL(text)
}
