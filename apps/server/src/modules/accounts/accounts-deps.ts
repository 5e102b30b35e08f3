import type { Db } from '../../db/open.ts'
import type { RateLimiter } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { RequireUnbreached } from './sign-in/ask-breached-passwords.ts'
import type { HostCookie } from './sessions/host-cookie.ts'
import type { KnownDevices } from './sessions/known-device-cookie.ts'
import type { Admit } from './sessions/signing-in.ts'
import type { Passwords } from './sign-in/password-hash.ts'
import type { Providers } from './identities/provider-types.ts'
import type { createSigner } from './access-tokens/signed-access-token.ts'
import type { TrustedDevices } from './two-factor/trusted-devices.ts'
import type { WorkCheck } from './sign-up/challenges.service.ts'

export type AccountsDeps = {
  db: Db
  jobs: Jobs
  rates: RateLimiter
  /** Runs before every new session, for all sign-in methods. */
  admit: Admit
  /** The session cookie. */
  cookie: HostCookie
  passwords: Passwords
  /** Rejects new passwords that appear in data breaches. */
  requireUnbreached: RequireUnbreached
  devices: KnownDevices
  secret: string
  trusted: TrustedDevices
  providers: Providers
  /** Whether admins need a second factor to have admin rights. */
  adminFactors: boolean
  /** Signs an access token for a session. */
  sign: ReturnType<typeof createSigner>
  /** Null if challenges are turned off. */
  work: WorkCheck | null
}
