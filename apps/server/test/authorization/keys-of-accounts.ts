import { v7 as uuid } from 'uuid'
import { insertPasskey } from '../../src/modules/accounts/passkeys/passkeys.queries.ts'
import type { TestApp } from '../world/app.ts'

// These functions insert a person's credentials as rows.

/** Inserts a session. Returns its id. */
export async function aSession({ db }: TestApp, user_id: string): Promise<string> {
  const id = uuid()
  const expires_at = new Date(Date.now() + 3600_000)
  await db
    .insertInto('sessions')
    .values({ id, user_id, token: id, expires_at, ip_address: null, user_agent: null })
    .execute()
  return id
}

/** Inserts a passkey. Returns its id. */
export async function aPasskey({ db }: TestApp, user_id: string): Promise<string> {
  const passkey = { name: 'Phone', credential_id: uuid(), public_key: 'x', counter: 0, transports: [] }
  const id = uuid()
  await db.transaction().execute((tx) => insertPasskey(tx, { id, user_id, ...passkey }))
  return id
}

/** Inserts an identity at another provider that the person can sign in with. Returns its id. */
export async function anIdentity({ db }: TestApp, user_id: string): Promise<string> {
  const id = uuid()
  await db
    .insertInto('accounts')
    .values({ id, user_id, provider_id: 'https://club.example/', account_id: id, password: null })
    .execute()
  return id
}

/** Inserts a second factor. Returns its id. */
export async function aFactor({ db }: TestApp, user_id: string): Promise<string> {
  const id = uuid()
  const values = { id, user_id, kind: 'totp' as const, name: 'Phone' }
  await db
    .insertInto('factors')
    .values({ ...values, proven_at: null, last_used_at: null })
    .execute()
  return id
}

/** Inserts a device that can skip the second factor. Returns its id. */
export async function aTrustedDevice({ db }: TestApp, user_id: string): Promise<string> {
  const id = uuid()
  const expires_at = new Date(Date.now() + 3600_000)
  const token = id.padEnd(43, 'x')
  await db
    .insertInto('trusted_devices')
    .values({ id, user_id, token, user_agent: null, expires_at })
    .execute()
  return id
}
