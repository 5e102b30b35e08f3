import { parseCookies } from 'better-auth/cookies'
import type { Db } from '../../db/open.ts'
import type { Authenticated } from '../../platform/http/index.ts'
import { cookieNameFor } from './auth.ts'
import { findSuspendedBy, findViewer, extendSession } from './accounts.queries.ts'

type Headers = { authorization?: string | undefined; cookie?: string | undefined }

/** A session's token and how it came. */
export type Carried = { token: string; by: 'bearer' | 'cookie' }

const TOKEN = /^[A-Za-z0-9]{32}$/

/**
 * The session token a request carries, or null. A bearer token decides alone; the cookie next to it is not looked at.
 * The cookie's signature is better-auth's own affair: what counts is that the database knows the token.
 */
export const tokenOf = ({ authorization, cookie }: Headers, cookieName: string): Carried | null => {
  const bearer = /^Bearer +(\S*)$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return TOKEN.test(bearer) ? { token: bearer, by: 'bearer' } : null
  if (!cookie?.includes(cookieName)) return null
  const token = parseCookies(cookie).get(cookieName)?.split('.')[0] ?? ''
  return TOKEN.test(token) ? { token, by: 'cookie' } : null
}

/**
 * Who sends a request with these headers; null for a visitor. Asks the database every time, so a session that ended or
 * a person suspended is out with the next request, on every server. Who is suspended is an admin to nobody.
 */
export const authenticate = async (
  db: Db,
  headers: Headers,
  cookieName: string,
): Promise<Authenticated | null> => {
  const carried = tokenOf(headers, cookieName)
  const found = carried && (await findViewer(db, carried.token))
  if (!found) return null
  if (found.unused_long) await extendSession(db, found.session_id)
  const { user_id, is_admin, session_id, is_suspended } = found
  return { viewer: { user_id, is_admin: is_admin && !is_suspended, session_id }, is_suspended }
}

/** Who sends a request with these headers, if a suspension ended their session; null for anybody else. */
export const suspendedSender = async (
  db: Db,
  headers: Headers,
  cookieName: string,
): Promise<string | null> => {
  const carried = tokenOf(headers, cookieName)
  return carried && findSuspendedBy(db, carried.token)
}

/** Who sends requests to the server at an address. */
export type Senders = {
  /** {@link authenticate} */
  authenticate: (headers: Headers) => Promise<Authenticated | null>
  /** {@link suspendedSender} */
  suspendedSender: (headers: Headers) => Promise<string | null>
}

/** Looks for sessions in the cookie that the server at `publicUrl` sets. */
export const sendersOf = ({ db, publicUrl }: { db: Db; publicUrl: URL }): Senders => {
  const cookieName = cookieNameFor(publicUrl)
  return {
    authenticate: (headers) => authenticate(db, headers, cookieName),
    suspendedSender: (headers) => suspendedSender(db, headers, cookieName),
  }
}
