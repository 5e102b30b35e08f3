import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../src/db/open.ts'
import { createProfile } from '../../src/modules/profiles/profiles.queries.ts'

const SESSION_MS = 24 * 3600 * 1000

/** A person's sign-up data. */
export type Credentials = { username: string; email: string; password: string }

// Uses the lowest cost the algorithm allows. A password check reads the cost from the hash.
function computeHash(password: string): string {
  const nonce = randomBytes(8)
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const [salt, sum] = [nonce, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`
}

/** Inserts a member who has signed up and verified their email, with a working password. Returns their id. */
export async function insertMember(db: Db, { username, email, password }: Credentials): Promise<string> {
  const user_id = uuid()
  await db.transaction().execute(async (tx) => {
    const terms = { terms_accepted_at: new Date(), terms_version: TERMS_VERSION }
    const names = { name: username, username: username.toLowerCase(), display_username: username }
    await tx
      .insertInto('users')
      .values({ id: user_id, email, email_verified: true, ...names, ...terms })
      .execute()
    await createProfile(tx, user_id, username)
    await tx
      .insertInto('accounts')
      .values({
        id: uuid(),
        account_id: user_id,
        provider_id: 'credential',
        user_id,
        password: computeHash(password),
      })
      .execute()
  })
  return user_id
}

/** Inserts a session. Returns its token, as stored in the cookie. */
export async function insertSession(db: Db, user_id: string): Promise<string> {
  const token = randomBytes(16).toString('hex')
  await db
    .insertInto('sessions')
    .values({
      id: uuid(),
      user_id,
      token: createHash('sha256').update(token).digest('base64url'),
      expires_at: new Date(Date.now() + SESSION_MS),
      ip_address: '127.0.0.1',
      user_agent: null,
      // This time is long ago, so that operations that need recent authentication require it.
      proved_at: new Date(0),
    })
    .execute()
  return token
}
