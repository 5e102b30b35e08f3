import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { bearer, username } from 'better-auth/plugins'
import { runWithTransaction } from '@better-auth/core/context'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Tx } from '../../../db/open.ts'
import { authAdapter } from './better-auth.queries.ts'
import type { Passwords } from '../sign-in/password-hash.ts'
import type { Strength } from './current-sign-in.ts'
import { startSessionPlugin } from './start-session-plugin.ts'
import { normalizeUsername } from '../account/unique-usernames.ts'
import { cookieAttributesFor, cookieNameFor } from './session-cookie.ts'
import { SESSION_IDLE, SESSION_MAX } from './session-life.queries.ts'

/** Header for passing the peer's IP address to better-auth, which reads addresses only from headers. */
export const PEER_HEADER = 'x-nollie-peer'

export type AuthDeps = {
  db: Db
  secret: string
  publicUrl: URL
  passwords: Passwords
  log: { error: (message: string) => void }
  /** Determines the strength of a new session. Throws if a second factor is missing or a deletion was requested. */
  admit: (userId: string) => Promise<Strength>
}

const STRENGTH = {
  aal: { type: 'number', required: false, input: false },
  amr: { type: 'string', required: false, input: false },
} as const

/** Returns better-auth's options. Separate from {@link makeAuth}, so that a test can compare our tables with them. */
export const authOptions = ({ db, secret, publicUrl, passwords, log, admit }: AuthDeps) =>
  ({
    appName: 'Nollie',
    baseURL: publicUrl.origin,
    secret,
    telemetry: { enabled: false },
    // Each of our routes has its own rate limit. better-auth's limits apply to its own router, which we don't mount.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error(`accounts: ${message}`) },
    database: (options: BetterAuthOptions) => authAdapter(db, options),
    user: { modelName: 'users' },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_MAX,
      disableSessionRefresh: true,
      additionalFields: STRENGTH,
    },
    advanced: {
      cookiePrefix: 'nollie',
      useSecureCookies: false,
      defaultCookieAttributes: cookieAttributesFor(publicUrl),
      cookies: { session_token: { name: cookieNameFor(publicUrl) } },
      ipAddress: { ipAddressHeaders: [PEER_HEADER] },
      // With joins, known and unknown email addresses both take one query. Without joins, known ones would take two.
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
            const strength = await admit(session.userId)
            return {
              data: { ...session, ...strength, expiresAt: new Date(Date.now() + SESSION_IDLE * 1000) },
            }
          },
        },
      },
    },
    plugins: [bearer(), username({ usernameNormalization: normalizeUsername }), startSessionPlugin],
  }) satisfies BetterAuthOptions

/** Creates better-auth on our tables, for sessions, sign-in, and one-time values. It serves no routes. */
export const makeAuth = (deps: AuthDeps) => betterAuth(authOptions(deps))

/** A better-auth instance from {@link makeAuth}. */
export type Auth = ReturnType<typeof makeAuth>

type Internals = Awaited<Auth['$context']>['internalAdapter']

/** Runs `work` with better-auth's storage inside our transaction. */
export const inTransaction = async <T>(
  auth: Auth,
  tx: Tx,
  work: (internals: Internals) => Promise<T>,
): Promise<T> => {
  const { internalAdapter, options } = await auth.$context
  return runWithTransaction(authAdapter(tx, options), () => work(internalAdapter))
}
