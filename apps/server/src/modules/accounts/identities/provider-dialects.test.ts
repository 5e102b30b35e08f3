import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { visit } from '../../../../test/services/openid-provider.ts'
import { post } from '../../../../test/actors/people.ts'
import { startApple, startGithub } from '../../../../test/services/provider-dialects.ts'
import { begin } from '../../../../test/actors/provider-sign-ins.ts'

let it: TestApp
let github: Awaited<ReturnType<typeof startGithub>>
let apple: Awaited<ReturnType<typeof startApple>>
beforeAll(async () => {
  ;[github, apple] = await Promise.all([startGithub(), startApple()])
  const wrong = { ...github.settings, provider: 'github-2', clientSecret: 'another secret' }
  it = await testApp({ accounts: { providers: [github.settings, wrong, apple.settings] } })
})
afterAll(async () => {
  await it.close()
  await Promise.all([github.close(), apple.close()])
})

function signIn(body: object) {
  return post(it.app, '/api/auth/provider-sign-ins', body)
}

async function fromGithub(provider = 'github') {
  const { address, state, code_verifier } = await begin(it, { provider })
  const { path, params } = await visit(address)
  expect(path).toBe(`/auth/return/${provider}`)
  return { state, code_verifier, code: params.code }
}

test('GitHub accounts are identified by number, with the address that GitHub verified', async () => {
  const emails = [
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'Ada@example.com', primary: true, verified: true },
  ]
  github.signsIn({ id: 4711, login: 'ada', emails })
  const { code: _, ...rest } = await (async () => {
    const given = await fromGithub()
    expect((await signIn(given)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
    return given
  })()
  expect((await signIn({ ...rest, username: 'ada' })).json()).toMatchObject({
    user: { email: 'ada@example.com' },
  })
  // A login can be reassigned to another person; the numeric id can't.
  github.signsIn({ id: 4711, login: 'countess', emails: [] })
  expect((await signIn(await fromGithub())).json()).toMatchObject({ user: { username: 'ada' } })
  github.signsIn({ id: 4712, login: 'ada', emails })
  expect((await signIn(await fromGithub())).json()).toMatchObject({ code: 'IDENTITY_UNLINKED' })
  const row = await it.db
    .selectFrom('accounts')
    .select(['provider_id', 'account_id', 'label'])
    .where('account_id', '=', '4711')
    .executeTakeFirst()
  expect(row).toEqual({ provider_id: github.settings.site.href, account_id: '4711', label: 'countess' })
})

test.each([
  ['that is not verified', [{ email: 'ben@example.com', primary: true, verified: false }]],
  ['that is not primary', [{ email: 'ben@example.com', primary: false, verified: true }]],
  ['at all', []],
])('a GitHub account without an address %s creates none here', async (_what, emails) => {
  github.signsIn({ id: 5, login: 'ben', emails })
  expect((await signIn(await fromGithub())).json()).toMatchObject({ code: 'EMAIL_UNPROVEN' })
})

test('refuses a code that GitHub does not know, and logs that our own secret is wrong', async () => {
  const given = await fromGithub()
  expect((await signIn({ ...given, code: 'made up' })).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
  const ours = await fromGithub('github-2')
  expect((await signIn(ours)).json()).toMatchObject({ code: 'PROVIDER_REFUSED' })
  const { state, code_verifier } = await begin(it, { provider: 'github' })
  const token = await post(it.app, '/api/auth/id-token-sign-ins', { state, code_verifier, id_token: 'a.b.c' })
  expect(token.json()).toMatchObject({ code: 'PROVIDER_OVER' })
})

/** Submits the form from Apple's page the way a browser does. */
function postForm(form: Record<string, string>, path = '/auth/return/apple') {
  return it.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://appleid.apple.com',
      'sec-fetch-site': 'cross-site',
    },
    payload: new URLSearchParams(form).toString(),
  })
}

async function fromApple() {
  const { address, state, code_verifier } = await begin(it, { provider: 'apple' })
  expect(new URL(address).searchParams.get('response_mode')).toBe('form_post')
  const page = await fetch(address)
  const { action, form } = (await page.json()) as { action: string; form: Record<string, string> }
  const answer = await postForm(form, new URL(action).pathname)
  expect(answer.statusCode).toBe(303)
  const to = new URL(String(answer.headers.location), 'http://localhost:3000')
  expect([to.pathname, [...to.searchParams.keys()]]).toEqual(['/auth/return/apple', ['code', 'state']])
  return { state, code_verifier, code: to.searchParams.get('code') }
}

test('Apple returns with a form, sends booleans as text, and accepts a signature as secret', async () => {
  apple.signsIn({ sub: '001.cem', email: 'x1y2@privaterelay.appleid.com', isHidden: true })
  const given = await fromApple()
  expect((await signIn(given)).json()).toMatchObject({ code: 'USERNAME_MISSING' })
  const { code: _, ...rest } = given
  expect((await signIn({ ...rest, username: 'cem' })).json()).toMatchObject({
    user: { email: 'x1y2@privaterelay.appleid.com' },
  })
  expect((await signIn(await fromApple())).json()).toMatchObject({ user: { username: 'cem' } })
})

test('the form only leads to our own screen, and no other path accepts forms', async () => {
  const odd = { state: '//evil.example', error: 'user_cancelled_authorize', next: 'https://evil.example' }
  const answer = await postForm(odd)
  expect(answer.headers.location).toBe(
    '/auth/return/apple?state=%2F%2Fevil.example&error=user_cancelled_authorize',
  )
  expect(answer.headers['set-cookie']).toBeUndefined()
  for (const path of ['/auth/return/github', '/auth/return/none'])
    expect([403, 404, 405]).toContain((await postForm({}, path)).statusCode)
  expect((await postForm({ email: 'a@example.com' }, '/api/auth/codes')).statusCode).toBe(403)
  const big = await postForm({ code: 'x'.repeat(20_000) })
  expect(big.statusCode).toBe(413)
})
