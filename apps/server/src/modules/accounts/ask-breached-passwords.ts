import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { addressAt, askText } from '../../platform/fetch/index.ts'
import { say } from '../../platform/languages/index.ts'
import { weakPassword } from './password-rules.ts'

/**
 * Refuses a password known from a breach, as far as that can be checked now.
 * @throws Refusal WEAK_PASSWORD
 */
export type RequireUnbreached = (password: string, field?: string) => Promise<void>

/** A person is waiting, and continues without the result after this time. */
const TIMEOUT_MS = 2_000
/** A range has about 60 kB. */
const MAX_BYTES = 512 * 1024
const PREFIX_LENGTH = 5

const STOLEN = say`Choose another password. This one was leaked from another site, and attackers try it.`

// Each line has the rest of a hash and its number of breaches; padding lines have a zero.
const hasHash = (range: string, rest: string): boolean =>
  range.split('\n').some((line) => {
    const [hash, count] = line.trim().split(':')
    return hash?.toUpperCase() === rest && Number(count) > 0
  })

/**
 * Checks passwords with a service that implements the range protocol of Have I Been Pwned: it only sees the first five
 * digits of a hash, shared by hundreds of others, and its response is searched here. While it does not respond, only
 * the bundled list is used.
 */
export const unbreachedBy =
  (service: URL | null, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS): RequireUnbreached =>
  async (password, field = 'password') => {
    if (service === null) return
    // Required by the protocol; nothing is stored or signed with it.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const address = addressAt(service, `range/${hash.slice(0, PREFIX_LENGTH)}`)
    const headers = { 'add-padding': 'true', 'user-agent': 'Nollie' }
    const found = await askText(address, { headers, timeoutMs, maxBytes: MAX_BYTES }).catch(
      (err: unknown) => {
        log.warn({ err }, 'stolen passwords could not be asked for')
        return null
      },
    )
    if (found === null) return
    if (found.status !== 200)
      return log.warn({ status: found.status }, 'stolen passwords could not be asked for')
    if (hasHash(found.text, hash.slice(PREFIX_LENGTH))) throw weakPassword(STOLEN, field)
  }
