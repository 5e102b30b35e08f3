import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { type Scope } from '@nollie/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, getOutcome, signedUp } from '../../../../test/actors/actor.ts'
import { testApp } from '../../../../test/world/app.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../../test/services/mails.ts'
import { aSpotRow } from '../../../../test/makers/posts.ts'
import { suspend } from '../index.ts'
import { isTokenText, newTokenText } from './access-token-text.ts'
import { deleteOldTokens } from './access-tokens.queries.ts'

function wanted({ password }: Pick<Actor, 'password'>, scopes: Scope[] = ['posts:read']) {
  return {
    name: 'Backup',
    scopes,
    password,
    expires_in_days: 30 as const,
  }
}

function as(token: string) {
  return { headers: { authorization: `Bearer ${token}` } }
}

test('a token starts with nol_ and ends with a checksum, so that other strings cause no database queries', () => {
  const texts = Array.from({ length: 200 }, newTokenText)
  expect(new Set(texts).size).toBe(200)
  for (const text of texts) expect(text).toMatch(/^nol_[0-9A-Za-z]{36}$/)
  expect(texts.filter(isTokenText)).toHaveLength(200)
  const changed = texts.map((text) => `${text.slice(0, 10)}${text[10] === 'a' ? 'b' : 'a'}${text.slice(11)}`)
  expect([...changed, '', 'nol_', ` ${texts[0]}`, `${texts[0]}\n`].filter(isTokenText)).toEqual([])
})

test('a person creates a token with the password; it is shown once, stored as a hash, and reported by email', async ({
  app,
}) => {
  const ivy = await signedUp(app, 'ivy')
  const made = await ivy.makeToken({ ...wanted(ivy, ['posts:read', 'spots:write', 'posts:read']) })
  expect(made).toMatchObject({
    name: 'Backup',
    scopes: ['spots:write', 'posts:read'],
  })
  expect(made.ending).toBe(made.token.slice(-4))
  const { items } = await ivy.listTokens()
  expect(items).toMatchObject([{ id: made.id, last_used_at: null }])
  expect(JSON.stringify(items)).not.toContain(made.token)
  const rows = await app.db.selectFrom('access_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(made.token)
  const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
  expect(days).toBeCloseTo(30, 1)
  const [mail] = await mailsTo(app, ivy.email, { about: 'A new access token' })
  expect(mail?.text).toContain('Backup')
  expect(mail?.text).not.toContain('nol_')
})

test('without the password, a name, or a known scope no token is created', async ({ app }) => {
  const joe = await signedUp(app, 'joe')
  expect(await getOutcome(joe.makeToken({ ...wanted(joe), password: 'something else' }))).toBe(
    'WRONG_PASSWORD',
  )
  const wrong = { name: ' ', scopes: [], expires_in_days: 3650 }
  for (const [field, value] of Object.entries(wrong)) {
    const answer = await joe.send('POST', '/api/account/tokens', { ...wanted(joe), [field]: value })
    expect([answer.statusCode, Object.keys(answer.json().fields)], field).toEqual([400, [field]])
  }
  expect((await joe.listTokens()).items).toEqual([])
})

test('a token only grants its scopes, even together with a session', async ({ app }) => {
  const kim = await signedUp(app, 'kim')
  const { token } = await kim.makeToken(wanted(kim))
  expect((await kim.send('GET', '/api/posts', undefined, as(token))).statusCode).toBe(200)
  const refused = await kim.send('GET', '/api/saved/posts', undefined, as(token))
  expect(refused.json()).toMatchObject({ status: 403, code: 'OUT_OF_SCOPE' })
  expect(refused.json().detail).toContain('saved:read')
  const own = { headers: { ...as(token).headers, ...kim.cookie } }
  for (const url of ['/api/account', '/api/session', '/api/account/sessions', '/api/account/tokens'])
    expect((await kim.send('GET', url, undefined, own)).json().code, url).toBe('OUT_OF_SCOPE')
  expect((await kim.send('POST', '/api/auth/sign-out', undefined, own)).json().code).toBe('OUT_OF_SCOPE')
  expect((await kim.getSession()).user).not.toBeNull()
})

test("an admin's token has no admin rights", async ({ app, ada }) => {
  const lou = await signedUp(app, 'lou')
  await app.db.updateTable('profiles').set({ is_admin: true }).where('user_id', '=', lou.user_id).execute()
  const { token } = await lou.makeToken(wanted(lou, ['spots:write']))
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const answer = await lou.send('DELETE', `/api/spots/${spot_id}`, undefined, as(token))
  expect(answer.json().code).toBe('NOT_ALLOWED')
  expect((await lou.send('GET', '/api/moderation/cases', undefined, as(token))).statusCode).toBe(403)
})

test('stores its use at most once an hour', async ({ app }) => {
  const mia = await signedUp(app, 'mia')
  const { token } = await mia.makeToken(wanted(mia))
  const use = async () => {
    await mia.send('GET', '/api/posts', undefined, as(token))
    return (await mia.listTokens()).items[0]?.last_used_at
  }
  const first = await use()
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(3_600_000)
  expect(await use()).toBe(first)
  await sql`update access_tokens set last_used_at = now() - interval '61 minutes'`.execute(app.db)
  expect(Date.parse((await use()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
})

test('refuses revoked, expired, and unknown tokens from the next request on', async ({ app, ada }) => {
  const nia = await signedUp(app, 'nia')
  const [one, two] = [await nia.makeToken(wanted(nia)), await nia.makeToken(wanted(nia))]
  const asks = async (token: string) => (await nia.send('GET', '/api/posts', undefined, as(token))).statusCode
  expect([await asks(one.token), await asks(two.token), await asks(newTokenText())]).toEqual([200, 200, 401])
  expect(await getOutcome(ada.revokeToken(one.id))).toBe('NOT_FOUND')
  await nia.revokeToken(one.id)
  expect(await getOutcome(nia.revokeToken(one.id))).toBe('NOT_FOUND')
  expect([await asks(one.token), await asks(two.token)]).toEqual([401, 200])
  const end = (ago: string) =>
    sql`update access_tokens set expires_at = now() - ${ago}::interval where id = ${two.id}`.execute(app.db)
  await end('1 second')
  expect(await asks(two.token)).toBe(401)
  await deleteOldTokens(app.db)
  expect((await nia.listTokens()).items).toHaveLength(1)
  await end('31 days')
  await deleteOldTokens(app.db)
  expect((await nia.listTokens()).items).toEqual([])
})

test('a suspended person is refused by token as by session, and their scripts work again afterwards', async ({
  app,
}) => {
  const oli = await signedUp(app, 'oli')
  const { token } = await oli.makeToken(wanted(oli))
  const code = async () => (await oli.send('GET', '/api/posts', undefined, as(token))).json().code
  await app.db.transaction().execute((tx) => suspend(tx, oli.user_id, true))
  expect(await code()).toBe('SUSPENDED')
  await app.db.transaction().execute((tx) => suspend(tx, oli.user_id, false))
  expect(await code()).toBeUndefined()
})

test('a new password and account deletion end every token', async ({ app }) => {
  const pia = await signedUp(app, 'pia')
  const asks = async (token: string) => (await pia.send('GET', '/api/posts', undefined, as(token))).statusCode
  const one = await pia.makeToken(wanted(pia))
  const password = 'pia rolls away cleaner'
  await pia.changePassword({ current_password: pia.password, new_password: password })
  expect(await asks(one.token)).toBe(401)
  const two = await pia.makeToken(wanted({ password }))
  await pia.deleteAccount({ password, content: 'keep' })
  expect(await asks(two.token)).toBe(401)
  expect(await app.db.selectFrom('access_tokens').where('user_id', '=', pia.user_id).execute()).toEqual([])
})

test('a password reset by email ends every token', async ({ app, visitor }) => {
  const { email, ...reed } = await signedUp(app, 'reed')
  const { token } = await reed.makeToken(wanted(reed))
  const code = async () => (await visitor.send('GET', '/api/posts', undefined, as(token))).statusCode
  expect(await code()).toBe(200)
  await visitor.forgotPassword({ email })
  const [reset] = await mailsTo(app, email, { about: 'new password' })
  await visitor.newPassword({ token: tokenIn(reset, 'reset'), password: 'reed lost the board key' })
  expect(await code()).toBe(401)
})

test("an ended session can't create a token", async ({ app }) => {
  const quin = await signedUp(app, 'quin')
  const session = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', quin.user_id)
    .execute()
  // Ending the session either waits for the account's row, which creating a token locks, or happens first.
  const outcomes = await Promise.all([
    getOutcome(quin.makeToken(wanted(quin))),
    ...session.map(({ id }) => app.db.deleteFrom('sessions').where('id', '=', id).execute()),
  ])
  expect(['done', 'SESSION_MISSING']).toContain(outcomes[0])
})

test("a leaked token, with or without the right scope, uses up none of its owner's rate limits", async () => {
  const figures = {
    write: { user: [3, 300], ip: [2, 300] },
    reauth: { user: [2, 900], ip: [1, 900] },
  } as const
  const app = await testApp({ rates: figures })
  try {
    const rae = await signedUp(app, 'rae')
    const { id, token } = await rae.makeToken(wanted(rae, ['spots:read', 'posts:write']))
    const send = (method: 'POST' | 'DELETE' | 'PUT', url: string, payload: object = {}) =>
      app.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await send('POST', '/api/account/proofs')).statusCode)
    for (let n = 0; n < 4; n++) statuses.push((await send('DELETE', `/api/account/tokens/${id}`)).statusCode)
    expect(statuses).toEqual([403, 429, 429, 429, 403, 403, 429, 429])
    expect(await getOutcome(rae.prove({ password: rae.password }))).toBe('done')
    expect(await getOutcome(rae.revokeToken(id))).toBe('done')
  } finally {
    await app.close()
  }
})

test('no one has more tokens than the limit; expired ones do not count', async ({ app }) => {
  const rio = await signedUp(app, 'rio')
  const { id } = await rio.makeToken(wanted(rio))
  await sql`insert into access_tokens (id, user_id, name, token, ending, scopes, expires_at)
    select gen_random_uuid(), user_id, name, gen_random_uuid(), ending, scopes, expires_at
    from access_tokens, generate_series(2, ${ACCOUNT_LIMITS.tokens_max}::int) where id = ${id}`.execute(
    app.db,
  )
  expect(await getOutcome(rio.makeToken(wanted(rio)))).toBe('BAD_REQUEST')
  await sql`update access_tokens set expires_at = now() - interval '1 second' where id = ${id}`.execute(
    app.db,
  )
  expect(await getOutcome(rio.makeToken(wanted(rio)))).toBe('done')
})
