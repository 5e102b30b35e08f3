import type { Viewer } from '@nollie/contract'
import type { AccountsDeps } from '../accounts-deps.ts'
import { endOneSession } from './sessions.queries.ts'
import { endOtherSessions } from './sessions.service.ts'

type Scope = 'local' | 'others' | 'global'

/**
 * Signs the viewer out here, everywhere else, or both. `byCookie`: whether the cookie sent the session's token. Returns
 * the `Set-Cookie` lines that remove it.
 * @throws Refusal PROOF_NEEDED if other sessions should end
 */
export async function signOut(
  deps: AccountsDeps,
  { viewer, scope, byCookie }: { viewer: Viewer; scope: Scope; byCookie: boolean },
): Promise<string[]> {
  if (scope !== 'local') await endOtherSessions(deps, viewer)
  if (scope === 'others') return []
  await endOneSession(deps.db, viewer.user_id, viewer.session_id)
  return byCookie ? [deps.cookie.remove()] : []
}
