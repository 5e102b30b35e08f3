import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/open.ts'
import type { PublicKey } from '../../../db/tables/sessions.ts'
import { seal, unseal } from './encrypted-text.ts'
import { insertKey, lockKeys, selectKeys } from './signing-keys.queries.ts'

/** The signing algorithm for all keys. */
export const ALGORITHM = 'EdDSA'
/** How long the newest key is cached. */
const FRESH_MS = 60_000
const PURPOSE = 'signing keys'

type SigningKey = { id: string; key: CryptoKey }

async function imported(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, ALGORITHM)) as CryptoKey
}

async function findNewest(db: Db, secret: string): Promise<SigningKey | null> {
  for (const { id, private_key, signs } of await selectKeys(db)) {
    const text = signs ? await unseal(secret, PURPOSE, private_key) : null
    if (text !== null) return { id, key: await imported(JSON.parse(text) as JWK) }
  }
  return null
}

async function makeKey(secret: string) {
  const id = uuidv7()
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true })
  const public_key = { ...(await exportJWK(publicKey)), kty: 'OKP', kid: id, alg: ALGORITHM, use: 'sig' }
  const private_key = await seal(secret, PURPOSE, JSON.stringify(await exportJWK(privateKey)))
  return { id, public_key, private_key }
}

/** Returns a function that reads the signing key, creating one if none is recent enough. It caches keys for a minute. */
export function createSigningKeyReader(db: Db, secret: string): () => Promise<SigningKey> {
  let known: { key: SigningKey; at: number } | null = null
  return async () => {
    if (known && performance.now() - known.at < FRESH_MS) return known.key
    const key =
      (await findNewest(db, secret)) ??
      (await db.transaction().execute(async (tx) => {
        await lockKeys(tx)
        const other = await findNewest(tx, secret)
        if (other) return other
        await insertKey(tx, await makeKey(secret))
        return findNewest(tx, secret)
      }))
    if (!key) throw new Error("couldn't read a key that was just created")
    known = { key, at: performance.now() }
    return key
  }
}

/** Returns the public keys as a key set for verifiers (RFC 7517). */
export async function getKeySet(db: Db): Promise<{ keys: PublicKey[] }> {
  return {
    keys: (await selectKeys(db)).map(({ public_key }) => public_key),
  }
}

/** Returns a function that finds public keys by id. Unknown ids are looked up in the database. */
export function createVerifyingKeyFinder(db: Db): (id: string) => Promise<CryptoKey | null> {
  let known: ReadonlyMap<string, CryptoKey> = new Map()
  return async (id) => {
    const found = known.get(id)
    if (found) return found
    const keys = new Map<string, CryptoKey>()
    for (const { id: one, public_key } of await selectKeys(db)) keys.set(one, await imported(public_key))
    // Replaces the entire map, because other requests must be able to find their keys at any time.
    known = keys
    return keys.get(id) ?? null
  }
}
