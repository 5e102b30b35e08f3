import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Actor, signedUp } from '../../../../test/actors/actor.ts'
import { type TestApp, testApp } from '../../../../test/world/app.ts'

const SHELLS = ['capacitor://localhost', 'https://localhost']

let it: TestApp
let ada: Actor
let access: string
let signedIn: Awaited<ReturnType<TestApp['app']['inject']>>
beforeAll(async () => {
  it = await testApp()
  ada = await signedUp(it, 'ada')
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    headers: { origin: 'https://localhost', 'sec-fetch-site': 'cross-site', 'x-client': 'signed' },
    payload: { email: ada.email, password: ada.password },
  })
  signedIn = answer
  access = answer.json().access_token
})
afterAll(() => it.close())

async function signInForCookie() {
  const { email, password } = ada
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, password },
  })
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

function preflight(origin: string) {
  return it.app.inject({
    method: 'OPTIONS',
    url: '/api/session',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-client',
    },
  })
}

describe('NATIVE-02 the page of a native app', () => {
  test('signs in without a cookie', () => {
    expect([signedIn.statusCode, signedIn.headers['set-cookie']]).toEqual([200, undefined])
    expect(signedIn.json()).toHaveProperty('refresh_token')
  })

  test.each(SHELLS)('at %s can read responses with its bearer token', async (origin) => {
    const asked = await preflight(origin)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization,x-client',
    })
    const answer = await it.app.inject({
      url: '/api/session',
      headers: { origin, authorization: `Bearer ${access}` },
    })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.json().user.user_id).toBe(ada.user_id)
  })

  test.each([
    'https://localhost.evil.example',
    'https://evil-localhost',
    'https://localhost:8443',
    'http://localhost',
    'capacitor://localhost.evil',
    'capacitor://evil',
    'capacitor://localhost/',
    'ionic://localhost',
    'https://LOCALHOST',
    'https://127.0.0.1',
    'https://sub.localhost',
    'file://',
    'null',
  ])('at %s is not an app’s page and gets no access', async (origin) => {
    const asked = await preflight(origin)
    expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const answer = await it.app.inject({
      url: '/api/session',
      headers: { origin, authorization: `Bearer ${access}` },
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each(SHELLS)('at %s has no cookies: the server ignores and sets none', async (origin) => {
    const cookie = await signInForCookie()
    const own = await it.app.inject({ url: '/api/session', headers: { cookie } })
    expect(own.json().user.user_id).toBe(ada.user_id)
    const answer = await it.app.inject({ url: '/api/session', headers: { origin, cookie } })
    expect(answer.json().user).toBeNull()
    const changed = await it.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out?scope=global',
      headers: { origin, cookie, 'sec-fetch-site': 'cross-site', 'x-client': 'signed' },
    })
    expect(changed.headers['set-cookie']).toBeUndefined()
    expect((await it.app.inject({ url: '/api/session', headers: { cookie } })).json().user).not.toBeNull()
  })

  test.each(SHELLS)("at %s can't be imitated by a form on another page there", async (origin) => {
    const { email, password } = ada
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: { origin, 'sec-fetch-site': 'cross-site' },
      payload: { email, password },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FOREIGN_ORIGIN'])
  })

  test('streams have the same headers, and caches separate the responses for apps and websites', async () => {
    await it.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = it.app.server.address() as AddressInfo
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const stream = await fetch(`http://127.0.0.1:${port}/api/events?topics=spots`, {
      headers: { origin: 'capacitor://localhost', authorization: `Bearer ${access}` },
      signal: stop.signal,
    })
    expect(stream.headers.get('access-control-allow-origin')).toBe('capacitor://localhost')
    const keys = await it.app.inject('/.well-known/jwks.json')
    expect(String(keys.headers.vary)).toContain('Origin')
  })

  test('a server whose own URL is https://localhost still uses its cookies', async () => {
    const own = await testApp({ publicUrl: new URL('https://localhost') })
    onTestFinished(() => own.close())
    const answer = await own.app.inject({ url: '/api/session', headers: { origin: 'https://localhost' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})
