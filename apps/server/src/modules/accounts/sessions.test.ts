import http from 'node:http'
import type { SignedInSession } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { cookieOf, post, signUp, type TestPerson } from '../../../test/people.ts'

let it: TestApp
let address: string
beforeAll(async () => {
  it = await testApp()
  address = await it.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => it.close())

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const onPhone = async ({ email, password }: TestPerson) => {
  const answer = await post(it.app, '/api/auth/sign-in', { email, password }, { 'user-agent': PHONE })
  return { cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' }
}
const sessions = async (headers: Record<string, string>): Promise<SignedInSession[]> =>
  (await it.app.inject({ url: '/api/account/sessions', headers })).json().items
const signedIn = async (headers: Record<string, string>): Promise<boolean> =>
  (await it.app.inject({ url: '/api/session', headers })).json().user !== null
const signOut = (headers: Record<string, string>, scope?: string) =>
  it.app.inject({ method: 'POST', url: `/api/auth/sign-out${scope ? `?scope=${scope}` : ''}`, headers })

test('a person sees their sessions with device, and which is the present one', async () => {
  const ada = await signUp(it, 'ada')
  const phone = await onPhone(ada)
  const items = await sessions(phone)
  expect(items).toHaveLength(3)
  expect(items.filter(({ is_current }) => is_current)).toMatchObject([
    { browser: 'Safari', os: 'iOS', kind: 'phone', ip_address: '127.0.0.1' },
  ])
  expect(items.filter(({ kind }) => kind === 'other')).toHaveLength(2)
  expect(JSON.stringify(items)).not.toContain('token')
  const ben = await signUp(it, 'ben')
  expect(await sessions(ben.bearer)).toHaveLength(2)
})

test('a person ends one session, never that of somebody else', async () => {
  const [cleo, dora] = [await signUp(it, 'cleo'), await signUp(it, 'dora')]
  const phone = await onPhone(cleo)
  const lost = (await sessions(cleo.bearer)).find(({ kind }) => kind === 'phone')?.id
  const end = (who: TestPerson) =>
    it.app.inject({ method: 'DELETE', url: `/api/account/sessions/${lost}`, headers: who.bearer })
  expect((await end(dora)).statusCode).toBe(404)
  expect(await signedIn(phone)).toBe(true)
  expect([(await end(cleo)).statusCode, (await end(cleo)).statusCode]).toEqual([204, 404])
  expect([await signedIn(phone), await signedIn(cleo.bearer)]).toEqual([false, true])
})

test('API-25 signing out ends this session alone', async () => {
  const eva = await signUp(it, 'eva')
  expect((await signOut(eva.cookie)).statusCode).toBe(204)
  expect([await signedIn(eva.cookie), await signedIn(eva.bearer)]).toEqual([false, true])
})

test('API-24 signing out elsewhere ends all others', async () => {
  const finn = await signUp(it, 'finn')
  const phone = await onPhone(finn)
  const answer = await signOut(phone, 'others')
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, undefined])
  expect([await signedIn(phone), await signedIn(finn.bearer), await signedIn(finn.cookie)]).toEqual([
    true,
    false,
    false,
  ])
})

test('API-23 signing out everywhere ends all sessions and removes the cookie', async () => {
  const gus = await signUp(it, 'gus')
  const answer = await signOut(gus.cookie, 'global')
  expect(answer.statusCode).toBe(204)
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
  expect([await signedIn(gus.cookie), await signedIn(gus.bearer)]).toEqual([false, false])
})

test('B1 P1 the stream of a session that was ended elsewhere closes by itself', async () => {
  const hugo = await signUp(it, 'hugo')
  const ended = new Promise<void>((resolve, reject) => {
    const url = `${address}/api/events?topics=posts`
    const request = http.get(url, { headers: hugo.cookie, agent: false }, (response) => {
      response.resume()
      response.on('close', () => resolve())
      void signOut(hugo.bearer, 'others')
    })
    request.on('error', reject)
  })
  await ended
  expect([await signedIn(hugo.cookie), await signedIn(hugo.bearer)]).toEqual([false, true])
})
