import http from 'node:http'
import { expect } from 'vitest'
import { type Actor, type Caller, getOutcome, signedUp } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { getCookie } from '../../../../test/actors/people.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

type Headers = Record<string, string>

async function onPhone(visitor: Caller, { email, password }: Actor): Promise<Headers> {
  const headers = { 'user-agent': PHONE }
  const answer = await visitor.send('POST', '/api/auth/sign-in', { email, password }, { headers })
  return { cookie: getCookie(answer), 'sec-fetch-site': 'same-origin' }
}

/** Returns which of these sessions are still live. */
function signedIn(visitor: Caller, ...all: Headers[]): Promise<boolean[]> {
  return Promise.all(
    all.map(async (headers) => (await visitor.getSession(undefined, { headers })).user !== null),
  )
}

function signOut(visitor: Caller, headers: Headers, scope?: 'others' | 'global') {
  return visitor.send('POST', `/api/auth/sign-out${scope ? `?scope=${scope}` : ''}`, undefined, { headers })
}

test('a person sees their sessions with device, and which one is current', async ({ app, visitor }) => {
  const ada = await signedUp(app, 'ada')
  const phone = await onPhone(visitor, ada)
  const { items } = await visitor.listSessions(undefined, { headers: phone })
  expect(items).toHaveLength(3)
  expect(items.filter(({ is_current }) => is_current)).toMatchObject([
    { browser: 'Safari', os: 'iOS', kind: 'phone', ip_address: '127.0.0.1' },
  ])
  expect(items.filter(({ kind }) => kind === 'other')).toHaveLength(2)
  expect(JSON.stringify(items)).not.toContain('token')
  const ben = await signedUp(app, 'ben')
  expect((await ben.listSessions()).items).toHaveLength(2)
})

test('a person can end one of their sessions, but never another person’s', async ({ app, visitor }) => {
  const [cleo, dora] = [await signedUp(app, 'cleo'), await signedUp(app, 'dora')]
  const phone = await onPhone(visitor, cleo)
  const lost = (await cleo.listSessions()).items.find(({ kind }) => kind === 'phone')?.id ?? ''
  const end = (who: Actor) => getOutcome(who.endSession(lost))
  expect(await end(dora)).toBe('NOT_FOUND')
  expect(await signedIn(visitor, phone)).toEqual([true])
  expect([await end(cleo), await end(cleo)]).toEqual(['done', 'NOT_FOUND'])
  expect(await signedIn(visitor, phone, cleo.bearer)).toEqual([false, true])
})

test('B1 a stolen session can’t end other sessions without a proof by its owner', async ({
  app,
  visitor,
}) => {
  const ida = await signedUp(app, 'ida')
  const stolen = await onPhone(visitor, ida)
  const { items } = await visitor.listSessions(undefined, { headers: stolen })
  const [mine, theirs] = [true, false].map((here) => items.find((one) => one.is_current === here)?.id ?? '')
  const end = async (id: string | undefined) =>
    (await visitor.send('DELETE', `/api/account/sessions/${id}`, undefined, { headers: stolen })).statusCode
  await app.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .execute()
  expect(await end(theirs)).toBe(403)
  for (const scope of ['others', 'global'] as const)
    expect((await signOut(visitor, stolen, scope)).json()).toMatchObject({ code: 'PROOF_NEEDED' })
  expect(await signedIn(visitor, stolen, ida.cookie, ida.bearer)).toEqual([true, true, true])
  const proof = { password: ida.password }
  await visitor.send('POST', '/api/account/proofs', proof, { headers: stolen })
  expect(await end(theirs)).toBe(204)
  await app.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .execute()
  expect(await end(mine)).toBe(204)
  expect((await signedIn(visitor, stolen, ida.cookie, ida.bearer)).filter(Boolean)).toHaveLength(1)
})

test('API-25 signing out only ends this session', async ({ app, visitor }) => {
  const eva = await signedUp(app, 'eva')
  expect((await signOut(visitor, eva.cookie)).statusCode).toBe(204)
  expect(await signedIn(visitor, eva.cookie, eva.bearer)).toEqual([false, true])
})

test('API-24 signing out elsewhere ends all others', async ({ app, visitor }) => {
  const finn = await signedUp(app, 'finn')
  const phone = await onPhone(visitor, finn)
  const answer = await signOut(visitor, phone, 'others')
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, undefined])
  expect(await signedIn(visitor, phone, finn.bearer, finn.cookie)).toEqual([true, false, false])
})

test('API-23 signing out everywhere ends all sessions and removes the cookie', async ({ app, visitor }) => {
  const gus = await signedUp(app, 'gus')
  const answer = await signOut(visitor, gus.cookie, 'global')
  expect(answer.statusCode).toBe(204)
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
  expect(await signedIn(visitor, gus.cookie, gus.bearer)).toEqual([false, false])
})

test('B1 P1 the stream of a session that was ended elsewhere closes', async ({ app, visitor }) => {
  const hugo = await signedUp(app, 'hugo')
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const ended = new Promise<void>((resolve, reject) => {
    const url = `${address}/api/events?topics=posts`
    const request = http.get(url, { headers: hugo.cookie, agent: false }, (response) => {
      response.resume()
      response.on('close', () => resolve())
      void signOut(visitor, hugo.bearer, 'others')
    })
    request.on('error', reject)
  })
  await ended
  expect(await signedIn(visitor, hugo.cookie, hugo.bearer)).toEqual([false, true])
})
