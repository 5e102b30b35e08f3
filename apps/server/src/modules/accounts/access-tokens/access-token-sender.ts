import type { Db } from '../../../db/open.ts'
import type { Authenticated } from '../../../platform/http/index.ts'
import { isTokenText } from './access-token-text.ts'
import { findTokenSender, storeTokenUse } from './access-tokens.queries.ts'

const BEARER = /^Bearer +(\S*)$/i

/**
 * Returns the sender of a request with an access token; null for any other request. Queries the database each time, so
 * that every server immediately rejects a revoked token. An admin's token has no admin rights.
 */
export async function senderByAccessToken(
  db: Db,
  { authorization }: { authorization?: string | undefined },
): Promise<Authenticated | null> {
  const token = BEARER.exec(authorization ?? '')?.[1]
  const found = token && isTokenText(token) ? await findTokenSender(db, token) : null
  if (!found) return null
  const { user_id, token_id, scopes, is_suspended, is_due } = found
  if (is_due) await storeTokenUse(db, token_id)
  // Access tokens don't belong to a session, so the token's id, which never matches a session's, is used instead.
  return { viewer: { user_id, is_admin: false, session_id: token_id }, is_suspended, scopes }
}
