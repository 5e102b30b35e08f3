import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { deleteOldTokens } from './access-tokens.queries.ts'
import { tokenRoutes } from './access-tokens.routes.ts'
import { refreshRoutes } from './refresh.routes.ts'
import { deleteOldKeys } from './signing-keys.queries.ts'

/** Personal access tokens, and the signed and refresh tokens of programs. */
export const accessTokens: Room<OpenAccounts> = {
  tables: { refresh_families: 'until their session ends' },
  routes: [tokenRoutes, refreshRoutes],
  cleanUps: [
    {
      name: 'ended access tokens',
      everySeconds: 3600,
      removes: { access_tokens: 'a month after they expire, or when they are revoked' },
      run: ({ db }) => deleteOldTokens(db),
    },
    {
      name: 'old signing keys',
      everySeconds: 3600,
      removes: { signing_keys: 'an hour after their last use' },
      run: ({ db }) => deleteOldKeys(db),
    },
  ],
}
