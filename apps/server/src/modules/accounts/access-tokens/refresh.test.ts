import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { ORIGIN, SECRET } from '../../../../test/world/app.ts'
import { type Actor, type Caller, signedUp } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { addIdentity } from '../identities/identities.queries.ts'
import { suspend } from '../index.ts'
import { newRefreshToken } from './refresh-token.ts'
import { deleteOldKeys } from './signing-keys.queries.ts'
import { createSigningKeyReader } from './signing-keys.ts'

type Tokens = { access_token: string; refresh_token: string; expires_at: string; user: { user_id: string } }

async function signIn(visitor: Caller, { email, password }: Pick<Actor, 'email' | 'password'>) {
  const options = { headers: { 'x-client': 'signed' } }
  const answer = await visitor.send('POST', '/api/auth/sign-in', { email, password }, options)
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  return answer.json<Tokens>()
}

async function refresh(visitor: Caller, refresh_token: string) {
  const answer = await visitor.send('POST', '/api/auth/refresh', { refresh_token })
  return { status: answer.statusCode, ...answer.json<Tokens & { code?: string }>() }
}

async function asks(visitor: Caller, token: string, url = '/api/posts') {
  return (await visitor.send('GET', url, undefined, { headers: { authorization: `Bearer ${token}` } }))
    .statusCode
}

async function keySet(visitor: Caller) {
  return (await visitor.send('GET', '/.well-known/jwks.json')).json()
}

test('API-03 API-18 DATA-22 a program gets a signed token for fifteen minutes, which the published keys verify', async ({
  app,
  visitor,
}) => {
  const ivy = await signedUp(app, 'ivy')
  const given = await signIn(visitor, ivy)
  expect(Object.keys(given)).toEqual(
    expect.arrayContaining(['user', 'access_token', 'refresh_token', 'expires_at']),
  )
  expect(given).not.toHaveProperty('token')
  const { payload, protectedHeader } = await jwtVerify(
    given.access_token,
    createLocalJWKSet(await keySet(visitor)),
    { issuer: ORIGIN, audience: ORIGIN, typ: 'at+jwt' },
  )
  expect(protectedHeader.alg).toBe('EdDSA')
  expect(payload.sub).toBe(ivy.user_id)
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900)
  expect(Date.parse(given.expires_at)).toBe((payload.exp ?? 0) * 1000)
  expect(await asks(visitor, given.access_token)).toBe(200)
  const session = await visitor.send('GET', '/api/session', undefined, {
    headers: { authorization: `Bearer ${given.access_token}` },
  })
  expect(session.json().user.user_id).toBe(ivy.user_id)
  expect(JSON.stringify(await keySet(visitor))).not.toMatch(/"d":/)
})

test('API-14 a program that signs in sees its owner’s sign-in methods and second factors', async ({
  app,
  visitor,
}) => {
  const wyn = await signedUp(app, 'wyn')
  const identity = {
    provider_key: 'https://id.example',
    subject: 'wyn at the school',
    label: 'wyn@id.example',
  }
  await app.db.transaction().execute((tx) => addIdentity(tx, { ...identity, user_id: wyn.user_id }))
  const { user, refresh_token } = await signIn(visitor, wyn)
  const identities = [expect.objectContaining({ title: 'id.example', label: 'wyn@id.example' })]
  expect(user).toMatchObject({ identities, factors: [] })
  expect((await refresh(visitor, refresh_token)).user).toMatchObject({ identities, factors: [] })
})

test('API-18 forged, unsigned, foreign, expired, and other strings grant no access', async ({
  app,
  visitor,
}) => {
  const joe = await signedUp(app, 'joe')
  const { access_token } = await signIn(visitor, joe)
  const { sid = '' } = decodeJwt<{ sid?: string }>(access_token)
  const { kid = '' } = decodeProtectedHeader(access_token)
  const { key } = await createSigningKeyReader(app.db, SECRET)()
  const other = (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey
  type Change = {
    by?: typeof key
    typ?: string
    kid?: string
    aud?: string
    iss?: string
    ago?: number
    sub?: string
  }
  const made = ({ by = key, typ = 'at+jwt', aud = ORIGIN, iss = ORIGIN, ago = 0, ...about }: Change) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'EdDSA', typ, kid: about.kid ?? kid })
      .setSubject(about.sub ?? joe.user_id)
      .setIssuer(iss)
      .setAudience(aud)
      .setExpirationTime(Math.floor(Date.now() / 1000) + 900 - ago)
      .sign(by)
  expect(await asks(visitor, await made({}))).toBe(200)
  const refused = {
    'another key': await made({ by: other }),
    'an unknown key': await made({ kid: 'x' }),
    'another type': await made({ typ: 'JWT' }),
    'another audience': await made({ aud: 'https://elsewhere.example' }),
    'another issuer': await made({ iss: 'https://elsewhere.example' }),
    'somebody else': await made({ sub: (await signedUp(app, 'kim')).user_id }),
    ended: await made({ ago: 901 }),
    unsigned: new UnsecuredJWT({ sid })
      .setSubject(joe.user_id)
      .setIssuer(ORIGIN)
      .setAudience(ORIGIN)
      .encode(),
    cut: access_token.slice(0, -4),
    'three parts': 'a.b.c',
  }
  for (const [what, token] of Object.entries(refused)) expect(await asks(visitor, token), what).toBe(401)
})

test('API-04 a refresh token gets the next pair, once', async ({ app, visitor }) => {
  const lou = await signedUp(app, 'lou')
  const first = await signIn(visitor, lou)
  const second = await refresh(visitor, first.refresh_token)
  expect([second.status, second.user.user_id]).toEqual([200, lou.user_id])
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await asks(visitor, second.access_token)).toBe(200)
  const third = await refresh(visitor, second.refresh_token)
  expect(third.status).toBe(200)
  const { rows } = await sql<{ text: string }>`
    select f::text as text from refresh_families f`.execute(app.db)
  for (const { refresh_token } of [first, second, third])
    expect(JSON.stringify(rows)).not.toContain(refresh_token)
})

test('API-04 an old refresh token ends the whole family', async ({ app, visitor }) => {
  const mia = await signedUp(app, 'mia')
  const first = await signIn(visitor, mia)
  const second = await refresh(visitor, first.refresh_token)
  const third = await refresh(visitor, second.refresh_token)
  // Two tokens have been issued since, so a lost response can't be the reason.
  expect(await refresh(visitor, first.refresh_token)).toMatchObject({ status: 401, code: 'SESSION_MISSING' })
  expect((await refresh(visitor, third.refresh_token)).status).toBe(401)
  for (const { access_token } of [first, second, third]) expect(await asks(visitor, access_token)).toBe(401)
})

test('API-04 within ten seconds the last token works again for a lost response; then it ends the family', async ({
  app,
  visitor,
}) => {
  const nia = await signedUp(app, 'nia')
  const first = await signIn(visitor, nia)
  const lost = await refresh(visitor, first.refresh_token)
  const again = await refresh(visitor, first.refresh_token)
  expect(again.status).toBe(200)
  const next = await refresh(visitor, again.refresh_token)
  expect(next.status).toBe(200)
  await sql`update refresh_families set rotated_at = now() - interval '11 seconds'`.execute(app.db)
  expect((await refresh(visitor, again.refresh_token)).status).toBe(401)
  expect((await refresh(visitor, next.refresh_token)).status).toBe(401)
  expect((await refresh(visitor, lost.refresh_token)).status).toBe(401)
})

test('API-04 two concurrent requests with one token both get tokens, and one family continues', async ({
  app,
  visitor,
}) => {
  const oli = await signedUp(app, 'oli')
  const { refresh_token } = await signIn(visitor, oli)
  const both = await Promise.all([refresh(visitor, refresh_token), refresh(visitor, refresh_token)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const next = await Promise.all(both.map((one) => refresh(visitor, one.refresh_token)))
  // The token that was replaced is now too old and ends both sessions, because two programs can't share a token.
  expect(next.map(({ status }) => status)).toContain(401)
})

test('strings that our server did not sign end no sessions', async ({ app, visitor }) => {
  const pia = await signedUp(app, 'pia')
  const given = await signIn(visitor, pia)
  const { sid = '' } = decodeJwt<{ sid?: string }>(given.access_token)
  const forged = [
    newRefreshToken('another secret of thirty-two letters', sid),
    `${given.refresh_token.slice(0, -2)}xx`,
  ]
  for (const text of [...forged, 'x', given.access_token])
    expect((await refresh(visitor, text)).status).toBe(401)
  expect(await asks(visitor, given.access_token)).toBe(200)
})

test('API-23 API-24 API-25 signing out, a new password, and a suspension end signed tokens with the next request', async ({
  app,
  visitor,
}) => {
  const quin = await signedUp(app, 'quin')
  const [one, two, three] = [
    await signIn(visitor, quin),
    await signIn(visitor, quin),
    await signIn(visitor, quin),
  ]
  const out = (token: string, scope: string) =>
    visitor.send('POST', `/api/auth/sign-out?scope=${scope}`, undefined, {
      headers: { authorization: `Bearer ${token}` },
    })
  const state = async () =>
    Promise.all([one, two, three].map(({ access_token }) => asks(visitor, access_token)))
  expect((await out(one.access_token, 'local')).statusCode).toBe(204)
  expect(await state()).toEqual([401, 200, 200])
  expect((await refresh(visitor, one.refresh_token)).status).toBe(401)
  expect((await out(two.access_token, 'others')).statusCode).toBe(204)
  expect(await state()).toEqual([401, 200, 401])
  await app.db.transaction().execute((tx) => suspend(tx, quin.user_id, true))
  expect(await state()).toEqual([401, 401, 401])
  expect((await refresh(visitor, two.refresh_token)).status).toBe(401)
  await app.db.transaction().execute((tx) => suspend(tx, quin.user_id, false))
  const four = await signIn(visitor, quin)
  const password = 'quin rolls away cleaner'
  await quin.signsInAgain()
  await quin.changePassword({ current_password: quin.password, new_password: password })
  expect(await asks(visitor, four.access_token)).toBe(401)
  expect((await refresh(visitor, four.refresh_token)).status).toBe(401)
})

test('API-18 keys rotate monthly; the old one verifies until its last token has expired', async ({
  app,
  visitor,
}) => {
  const rio = await signedUp(app, 'rio')
  const { access_token } = await signIn(visitor, rio)
  const age = (days: string) =>
    sql`update signing_keys set created_at = now() - ${days}::interval`.execute(app.db)
  await age('30 days 1 minute')
  const newer = await createSigningKeyReader(app.db, SECRET)()
  expect(newer.id).not.toBe(decodeProtectedHeader(access_token).kid)
  expect((await keySet(visitor)).keys).toHaveLength(2)
  await deleteOldKeys(app.db)
  expect(await asks(visitor, access_token)).toBe(200)
  // With a different secret, the private keys can't be decrypted, so a new one is created.
  expect((await createSigningKeyReader(app.db, 'another secret of thirty-two letters')()).id).not.toBe(
    newer.id,
  )
  await age('30 days 2 hours')
  await deleteOldKeys(app.db)
  expect((await keySet(visitor)).keys).toEqual([])
})
