import { parseCookies } from 'better-auth/cookies'
import type { Db } from '../../db/open.ts'
import type { Authenticated } from '../../platform/http/index.ts'
import { needsAdminFactor } from './admin-factors.ts'
import { cookieNameFor } from './session-cookie.ts'
import { senderByAccessToken } from './access-token-sender.ts'
import { createReader } from './signed-access-token.ts'
import { extendSession } from './session-life.queries.ts'
import { findSuspendedBy, findViewer, findViewerOf, type LiveSession } from './sessions.queries.ts'

/** `adminFactors`: whether admins need a second factor to have admin rights. */
type Needs = { db: Db; adminFactors?: boolean | undefined }
type Headers = { authorization?: string | undefined; cookie?: string | undefined }

/** A session's token, and how the request sent it. */
export type SentToken = { token: string; by: 'bearer' | 'cookie' }

const TOKEN = /^[A-Za-z0-9]{32}$/

/**
 * The session token of a request, or null. With a bearer token the cookie is ignored. The cookie's signature is not
 * checked, because the database knows the valid tokens.
 */
export const findToken = ({ authorization, cookie }: Headers, cookieName: string): SentToken | null => {
  const bearer = /^Bearer +(\S*)$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return TOKEN.test(bearer) ? { token: bearer, by: 'bearer' } : null
  if (!cookie?.includes(cookieName)) return null
  const token = parseCookies(cookie).get(cookieName)?.split('.')[0] ?? ''
  return TOKEN.test(token) ? { token, by: 'cookie' } : null
}

/**
 * The sender of a request with these headers; null for a visitor. Queries the database for every request, so that ended
 * sessions and suspensions take effect with the next one, on every server. A suspended admin counts as a member.
 */
export const authenticate = async (
  { db, adminFactors = false }: Needs,
  headers: Headers,
  cookieName: string,
): Promise<Authenticated | null> => {
  const sent = findToken(headers, cookieName)
  return toSender({ db, adminFactors }, sent && (await findViewer(db, sent.token)))
}

const toSender = async (
  { db, adminFactors = false }: Needs,
  found: LiveSession | null,
): Promise<Authenticated | null> => {
  if (!found) return null
  if (found.needs_extension) await extendSession(db, found.session_id)
  const { user_id, is_admin, session_id, is_suspended } = found
  const mayAdmin = is_admin && !is_suspended && !needsAdminFactor(found, adminFactors)
  return { viewer: { user_id, is_admin: mayAdmin, session_id }, is_suspended }
}

/** The sender of a request with these headers if a suspension ended their session; otherwise null. */
export const suspendedSender = async (
  db: Db,
  headers: Headers,
  cookieName: string,
): Promise<string | null> => {
  const sent = findToken(headers, cookieName)
  return sent && findSuspendedBy(db, sent.token)
}

/** How a server finds the senders of its requests. */
export type Senders = {
  /** The sender of a request, found by {@link authenticate} or {@link senderByAccessToken}. */
  authenticate: (headers: Headers) => Promise<Authenticated | null>
  /** The sender whose session a suspension ended, found by {@link suspendedSender}. */
  suspendedSender: (headers: Headers) => Promise<string | null>
}

const BEARER = /^Bearer +(\S*)$/i

/**
 * The sender of a request with a signed access token. Its session is looked up, so that a revoked one ends immediately.
 */
const signedSender = async (
  needs: Needs,
  read: ReturnType<typeof createReader>,
  { authorization }: Headers,
): Promise<Authenticated | null> => {
  const text = BEARER.exec(authorization ?? '')?.[1]
  const about = text && (await read(text))
  return about ? toSender(needs, await findViewerOf(needs.db, about)) : null
}

/**
 * Finds senders by signed token, access token, a session's bearer token, or the cookie set by the server at
 * `publicUrl`.
 */
export const createSenders = ({ publicUrl, ...needs }: Needs & { publicUrl: URL }): Senders => {
  const { db } = needs
  const cookieName = cookieNameFor(publicUrl)
  const read = createReader({ db, publicUrl })
  return {
    authenticate: async (headers) =>
      (await senderByAccessToken(db, headers)) ??
      (await signedSender(needs, read, headers)) ??
      authenticate(needs, headers, cookieName),
    suspendedSender: (headers) => suspendedSender(db, headers, cookieName),
  }
}
