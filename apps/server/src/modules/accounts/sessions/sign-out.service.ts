import type { Viewer } from '@nollie/contract'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { SentToken } from './authenticate.ts'
import { endOneSession } from './sessions.queries.ts'
import { endOtherSessions } from './sessions.service.ts'

type Scope = 'local' | 'others' | 'global'

/**
 * Signs the viewer out here, everywhere else, or both. `sent` is the session token; null for a request with a signed
 * access token, which identifies the session itself. Returns the `Set-Cookie` lines that remove the cookie.
 * @throws Refusal PROOF_NEEDED if other sessions should end
 */
export const signOut = async (
  deps: AccountsDeps,
  { viewer, scope, sent }: { viewer: Viewer; scope: Scope; sent: SentToken | null },
): Promise<string[]> => {
  if (scope !== 'local') await endOtherSessions(deps, viewer)
  if (scope === 'others') return []
  if (!sent) {
    await endOneSession(deps.db, viewer.user_id, viewer.session_id)
    return []
  }
  const { headers } = await deps.auth.api.signOut({
    headers: new Headers({ authorization: `Bearer ${sent.token}` }),
    returnHeaders: true,
  })
  return sent.by === 'cookie' ? headers.getSetCookie() : []
}
