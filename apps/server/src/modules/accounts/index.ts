import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { Authenticated, Rates } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Mailer } from '../../platform/mail/index.ts'
import { registerAccountMails } from './accounts.mails.ts'
import { forgetExpired } from './accounts.queries.ts'
import { forgetOldChanges } from './account-settings.queries.ts'
import { accountSettingsRoutes } from './account-settings.routes.ts'
import { accountRoutes } from './accounts.routes.ts'
import { cookieNameFor, makeAuth } from './auth.ts'
import { KnownDevices } from './known-devices.ts'
import { findLeaving, forgetHeldUsernames } from './leaving.queries.ts'
import { leavingRoutes } from './leaving.routes.ts'
import { Passwords } from './password.ts'
import { authenticate, suspendedSender } from './session.ts'

export { ensureClosedAccount, findEmail } from './accounts.queries.ts'
export { keyOf } from './accounts.service.ts'
export { changeUsername } from './change-username.ts'
export { addImportedEmail, ensureImportedAccount, nameImportedAccount } from './imported.service.ts'
export { beginNextRemoval, type LeftContent, lockRemoval } from './leaving.queries.ts'
export { endAccount } from './leaving.service.ts'
export { linkToken, rowOf } from './link-token.ts'
export { requireOwnName } from './usernames.ts'
export { verifyToken } from './verify-token.ts'

export type AccountsOptions = {
  db: Db
  jobs: Jobs
  rates: Rates
  mailer: Mailer
  secret: string
  publicUrl: URL
  log: { error: (message: string) => void }
}

const SWEEP_SECONDS = 3600

export type Accounts = {
  /** Who sends a request with these headers; null for a visitor. */
  authenticate: (headers: {
    authorization?: string | undefined
    cookie?: string | undefined
  }) => Promise<Authenticated | null>
  /** Who sends a request with these headers, if a suspension ended their session. */
  suspendedSender: (headers: {
    authorization?: string | undefined
    cookie?: string | undefined
  }) => Promise<string | null>
  routes: (app: FastifyInstance) => void
}

/** Everything about accounts of one server; registers its background work with `jobs`. */
export const makeAccounts = ({
  db,
  jobs,
  rates,
  mailer,
  secret,
  publicUrl,
  log,
}: AccountsOptions): Accounts => {
  const passwords = new Passwords()
  const auth = makeAuth({
    ...{ db, secret, publicUrl, passwords, log },
    leavingUntil: (id) => findLeaving(db, id),
  })
  const cookieName = cookieNameFor(publicUrl)
  registerAccountMails(jobs, { db, auth, mailer, secret, publicUrl })
  jobs.every('expired sessions and sign-ups', SWEEP_SECONDS, async () => {
    await forgetExpired(db)
    await forgetOldChanges(db)
    await forgetHeldUsernames(db)
  })
  return {
    authenticate: (headers) => authenticate(db, headers, cookieName),
    suspendedSender: (headers) => suspendedSender(db, headers, cookieName),
    routes: (app) => {
      const devices = new KnownDevices({ db, secret, publicUrl })
      const deps = { db, jobs, rates, auth, passwords, devices, secret }
      accountRoutes(app, { ...deps, cookieName })
      accountSettingsRoutes(app, deps)
      leavingRoutes(app, deps)
    },
  }
}
