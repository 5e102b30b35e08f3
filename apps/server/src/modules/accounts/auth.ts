import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { bearer, username } from 'better-auth/plugins'
import { runWithTransaction } from '@better-auth/core/context'
import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { authAdapter } from './auth-adapter.queries.ts'
import type { Passwords } from './password.ts'
import { foldUsername } from './usernames.ts'

/** Seconds a session lives without being used, and at most. */
export const SESSION_IDLE = LIMITS.session_idle_days * 24 * 3600
/** See {@link SESSION_IDLE}. */
export const SESSION_LONGEST = LIMITS.session_longest_days * 24 * 3600
/** Seconds in which a link for a new password must be used. */
export const RESET_LIFE = 30 * 60
/** Our word for the peer's address on its way into better-auth, which knows addresses from headers alone. */
export const PEER_HEADER = 'x-nollie-peer'

export type AuthDeps = {
  db: Db
  secret: string
  publicUrl: URL
  passwords: Passwords
  log: { error: (message: string) => void }
  /** Until when a person whose account is about to be deleted can come back; null for everybody else. */
  leavingUntil: (userId: string) => Promise<string | null>
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** A day as people read it. */
export const dayOf = (moment: string): string => DAY.format(new Date(moment))

/** The right password of an account that is about to be deleted: no session, but the offer to take it back. */
export class StillLeaving extends Refusal {
  readonly user_id: string

  constructor(user_id: string, due_at: string) {
    super('LEAVING', {
      detail: `This account will be deleted on ${dayOf(due_at)}. Until then you can change your mind.`,
    })
    this.user_id = user_id
  }
}

/** The session cookie's name: bound to host and TLS by its prefix where there is TLS. */
export const cookieNameFor = (publicUrl: URL): string =>
  publicUrl.protocol === 'https:' ? '__Host-nollie.session' : 'nollie.session'

/** better-auth's options; apart from {@link makeAuth} so that a test can hold our tables to them. */
export const authOptions = ({ db, secret, publicUrl, passwords, log, leavingUntil }: AuthDeps) =>
  ({
    appName: 'Nollie',
    baseURL: publicUrl.origin,
    secret,
    telemetry: { enabled: false },
    // Every route of ours has its own limit; better-auth's are for its own router, which is not mounted.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error(`accounts: ${message}`) },
    database: (options: BetterAuthOptions) => authAdapter(db, options),
    user: { modelName: 'users' },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    session: { modelName: 'sessions', expiresIn: SESSION_LONGEST, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: 'nollie',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' },
      cookies: { session_token: { name: cookieNameFor(publicUrl) } },
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
      // One query where there would be two for a known and one for an unknown address.
      database: { generateId: () => uuidv7(), validateSchema: false, joins: true },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 1,
      maxPasswordLength: 1000,
      password: {
        hash: (password) => passwords.hash(password),
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const due_at = await leavingUntil(session.userId)
            if (due_at) throw new StillLeaving(session.userId, due_at)
            return { data: { ...session, expiresAt: new Date(Date.now() + SESSION_IDLE * 1000) } }
          },
        },
      },
    },
    plugins: [bearer(), username({ usernameNormalization: foldUsername })],
  }) satisfies BetterAuthOptions

/** Sessions, sign-in and one-time values by better-auth, on our tables. It has no routes of its own. */
export const makeAuth = (deps: AuthDeps) => betterAuth(authOptions(deps))

/** See {@link makeAuth}. */
export type Auth = ReturnType<typeof makeAuth>
type Internals = Awaited<Auth['$context']>['internalAdapter']

/** Lets better-auth take part in a transaction of ours: all it does within `work` holds or falls with it. */
export const inTransaction = async <T>(
  auth: Auth,
  tx: Tx,
  work: (internals: Internals) => Promise<T>,
): Promise<T> => {
  const { internalAdapter, options } = await auth.$context
  return runWithTransaction(authAdapter(tx, options), () => work(internalAdapter))
}
