import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { addressAt, askText } from '../../../platform/fetch/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { weakPassword } from './password-rules.ts'

/**
 * Rejects a password that is known from a breach, if that can be checked right now.
 * @throws Refusal WEAK_PASSWORD
 */
export type RequireUnbreached = (password: string, field?: string) => Promise<void>

/** Maximum wait, which is short because a person is waiting too. After that, the password is accepted unchecked. */
const TIMEOUT_MS = 2_000
/** A range is about 60 kB. */
const MAX_BYTES = 512 * 1024
const PREFIX_LENGTH = 5

const STOLEN = say`Choose another password. This one was leaked from another site, and attackers try it.`

// Each line contains the rest of a hash and its number of breaches, which is zero for padding lines.
function hasHash(range: string, rest: string): boolean {
  return range.split('\n').some((line) => {
    const [hash, count] = line.trim().split(':')
    return hash?.toUpperCase() === rest && Number(count) > 0
  })
}

/**
 * Checks passwords with a service that implements the Have I Been Pwned range protocol. The service sees only the first
 * five digits of a hash, which hundreds of others share; the rest is compared here. If the service doesn't respond,
 * only the bundled list applies.
 */
export function unbreachedBy(
  service: URL | null,
  log: FastifyBaseLogger,
  timeoutMs = TIMEOUT_MS,
): RequireUnbreached {
  return async (password, field = 'password') => {
    if (service === null) return
    // SHA-1 is required by the protocol, and isn't used to store or sign anything.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const address = addressAt(service, `range/${hash.slice(0, PREFIX_LENGTH)}`)
    const headers = { 'add-padding': 'true', 'user-agent': 'Nollie' }
    const found = await askText(address, { headers, timeoutMs, maxBytes: MAX_BYTES }).catch(
      (err: unknown) => {
        log.warn({ err }, "couldn't check for stolen passwords")
        return null
      },
    )
    if (found === null) return
    if (found.status !== 200) return log.warn({ status: found.status }, "couldn't check for stolen passwords")
    if (hasHash(found.text, hash.slice(PREFIX_LENGTH))) throw weakPassword(STOLEN, field)
  }
}
