import type { Scope } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { newTokenText } from '../../src/modules/accounts/access-tokens/access-token-text.ts'
import { insertToken } from '../../src/modules/accounts/access-tokens/access-tokens.queries.ts'

/** Creates an access token for a person and returns the headers that a script would send with it. */
export async function createAccessToken(
  db: Db,
  user_id: string,
  scopes: Scope[],
): Promise<{ authorization: string }> {
  const token = newTokenText()
  await db
    .transaction()
    .execute((tx) => insertToken(tx, token, { id: uuid(), user_id, name: 'Script', scopes, days: 7 }))
  return { authorization: `Bearer ${token}` }
}

/** Inserts an access token that can read spots. Returns its id. */
export async function aToken({ db }: { db: Db }, user_id: string): Promise<string> {
  const id = uuid()
  const expires_at = new Date(Date.now() + 3600_000)
  await db
    .insertInto('access_tokens')
    .values({
      id,
      user_id,
      name: 'Script',
      token: id,
      ending: '0000',
      expires_at,
      last_used_at: null,
      scopes: ['spots:read'],
    })
    .execute()
  return id
}
