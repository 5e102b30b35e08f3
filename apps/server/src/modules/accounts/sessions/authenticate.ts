import type { Db } from '../../../db/open.ts'
import type { Authenticated } from '../../../platform/http/index.ts'
import { needsAdminFactor } from './admin-factors.ts'
import { createSessionCookie, type HostCookie } from './host-cookie.ts'
import { senderByAccessToken } from '../access-tokens/access-token-sender.ts'
import { createReader } from '../access-tokens/signed-access-token.ts'
import { SESSION_TOKEN } from './session-token.ts'
import { extendSession } from './session-life.queries.ts'
import { findSuspendedBy, findViewer, findViewerOf, type LiveSession } from './sessions.queries.ts'

/** `adminFactors`: whether admins need a second factor to have admin rights. */
type Needs = { db: Db; adminFactors?: boolean | undefined }
type Headers = { authorization?: string | undefined; cookie?: string | undefined }

const BEARER = /^Bearer +(\S*)$/i

/** A session token, and how the request sent it. */
export type SentToken = { token: string; by: 'bearer' | 'cookie' }

/**
 * Returns a request's session token, or null. Ignores the cookie if there is a bearer token. Older cookies end in a dot
 * and a signature, which isn't needed, because the database knows which tokens are valid.
 */
export function findToken({ authorization, cookie: cookies }: Headers, cookie: HostCookie): SentToken | null {
  const bearer = BEARER.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return SESSION_TOKEN.test(bearer) ? { token: bearer, by: 'bearer' } : null
  const token = cookie.read(cookies)?.split('.')[0] ?? ''
  return SESSION_TOKEN.test(token) ? { token, by: 'cookie' } : null
}

/**
 * Returns the sender of a request with these headers; null for a visitor. Queries the database each time, so that every
 * server immediately notices ended sessions and suspensions. A suspended admin counts as a member.
 */
export async function authenticate(
  { db, adminFactors = false }: Needs,
  headers: Headers,
  cookie: HostCookie,
): Promise<Authenticated | null> {
  const sent = findToken(headers, cookie)
  return toSender({ db, adminFactors }, sent && (await findViewer(db, sent.token)))
}

async function toSender(
  { db, adminFactors = false }: Needs,
  found: LiveSession | null,
): Promise<Authenticated | null> {
  if (!found) return null
  if (found.needs_extension) await extendSession(db, found.session_id)
  const { user_id, is_admin, session_id, is_suspended } = found
  const mayAdmin = is_admin && !is_suspended && !needsAdminFactor(found, adminFactors)
  return { viewer: { user_id, is_admin: mayAdmin, session_id }, is_suspended }
}

/** Returns the sender of a request with these headers if a suspension ended their session; null otherwise. */
export async function suspendedSender(db: Db, headers: Headers, cookie: HostCookie): Promise<string | null> {
  const sent = findToken(headers, cookie)
  return sent && findSuspendedBy(db, sent.token)
}

/** Functions that identify the sender of a request. */
export type Senders = {
  /** Returns a request's sender, using {@link authenticate} or {@link senderByAccessToken}. */
  authenticate: (headers: Headers) => Promise<Authenticated | null>
  /** Returns the sender if a suspension ended their session, using {@link suspendedSender}. */
  suspendedSender: (headers: Headers) => Promise<string | null>
}

/**
 * Returns the sender of a request with a signed access token. Looks up the session, so revoking it works immediately.
 */
async function signedSender(
  needs: Needs,
  read: ReturnType<typeof createReader>,
  { authorization }: Headers,
): Promise<Authenticated | null> {
  const text = BEARER.exec(authorization ?? '')?.[1]
  const about = text && (await read(text))
  return about ? toSender(needs, await findViewerOf(needs.db, about)) : null
}

/**
 * Returns functions that find senders by signed token, access token, session bearer token, or the cookie that the
 * server at `publicUrl` sets.
 */
export function createSenders({ publicUrl, ...needs }: Needs & { publicUrl: URL }): Senders {
  const { db } = needs
  const cookie = createSessionCookie(publicUrl)
  const read = createReader({ db, publicUrl })
  return {
    authenticate: async (headers) =>
      (await senderByAccessToken(db, headers)) ??
      (await signedSender(needs, read, headers)) ??
      authenticate(needs, headers, cookie),
    suspendedSender: (headers) => suspendedSender(db, headers, cookie),
  }
}
