import { parseCookies } from 'better-auth/cookies'
import type { Db } from '../../../db/open.ts'
import type { Authenticated } from '../../../platform/http/index.ts'
import { needsAdminFactor } from './admin-factors.ts'
import { cookieNameFor } from './session-cookie.ts'
import { senderByAccessToken } from '../access-tokens/access-token-sender.ts'
import { createReader } from '../access-tokens/signed-access-token.ts'
import { extendSession } from './session-life.queries.ts'
import { findSuspendedBy, findViewer, findViewerOf, type LiveSession } from './sessions.queries.ts'

/** `adminFactors`: whether admins need a second factor to have admin rights. */
type Needs = { db: Db; adminFactors?: boolean | undefined }
type Headers = { authorization?: string | undefined; cookie?: string | undefined }

/** A session token, and how the request sent it. */
export type SentToken = { token: string; by: 'bearer' | 'cookie' }

const TOKEN = /^[A-Za-z0-9]{32}$/

/**
 * Returns a request's session token, or null. Ignores the cookie if there is a bearer token. Doesn't verify the
 * cookie's signature, because the database knows which tokens are valid.
 */
export const findToken = ({ authorization, cookie }: Headers, cookieName: string): SentToken | null => {
  const bearer = /^Bearer +(\S*)$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return TOKEN.test(bearer) ? { token: bearer, by: 'bearer' } : null
  if (!cookie?.includes(cookieName)) return null
  const token = parseCookies(cookie).get(cookieName)?.split('.')[0] ?? ''
  return TOKEN.test(token) ? { token, by: 'cookie' } : null
}

/**
 * Returns the sender of a request with these headers; null for a visitor. Queries the database each time, so that every
 * server immediately notices ended sessions and suspensions. A suspended admin counts as a member.
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

/** Returns the sender of a request with these headers if a suspension ended their session; null otherwise. */
export const suspendedSender = async (
  db: Db,
  headers: Headers,
  cookieName: string,
): Promise<string | null> => {
  const sent = findToken(headers, cookieName)
  return sent && findSuspendedBy(db, sent.token)
}

/** Functions that identify the sender of a request. */
export type Senders = {
  /** Returns a request's sender, using {@link authenticate} or {@link senderByAccessToken}. */
  authenticate: (headers: Headers) => Promise<Authenticated | null>
  /** Returns the sender if a suspension ended their session, using {@link suspendedSender}. */
  suspendedSender: (headers: Headers) => Promise<string | null>
}

const BEARER = /^Bearer +(\S*)$/i

/**
 * Returns the sender of a request with a signed access token. Looks up the session, so revoking it works immediately.
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
 * Returns functions that find senders by signed token, access token, session bearer token, or the cookie that the
 * server at `publicUrl` sets.
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
