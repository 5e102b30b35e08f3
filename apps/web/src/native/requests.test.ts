import { describe, expect, test } from 'vitest'
import { parseLinkPath } from './links.ts'
import { wrapFetch, toServerUrl } from './requests.ts'
import { addressTyped, checkServer } from './server-address.ts'
import { parseEvent } from './stream.ts'
import { textsFor } from './texts.ts'
import { makeTokens } from './tokens.ts'

const SERVER = new URL('https://nollie.example')
const PAGE = 'https://localhost/dashboard'
const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()

type Sent = { url: string; authorization: string | null; credentials: string | undefined }

/** Creates a mock network that responds with this function and records requests. */
function createNetwork(answer: (url: string, sent: number) => Response) {
  const sent: Sent[] = []
  const request: typeof fetch = async (input, init) => {
    const url = String(input)
    const authorization = new Headers(init?.headers).get('authorization')
    sent.push({ url, authorization, credentials: init?.credentials })
    return answer(url, sent.length)
  }
  return { sent, request }
}

function createStorage(stored: Record<string, string> = {}) {
  return {
    stored,
    read: async (name: string) => stored[name] ?? null,
    write: async (name: string, value: string) => {
      stored[name] = value
    },
    remove: (name: string) => {
      delete stored[name]
    },
  }
}

function given(n: number) {
  return {
    user: { user_id: 'ada' },
    access_token: `access ${n}`,
    refresh_token: `refresh ${n}`,
    expires_at: IN_AN_HOUR,
  }
}

function createClient(answer: (url: string, sent: number) => Response, stored?: Record<string, string>) {
  const { sent, request } = createNetwork(answer)
  const storage = createStorage(stored)
  const tokens = makeTokens(SERVER, storage, request)
  return { sent, storage, tokens, ask: wrapFetch(SERVER, tokens, request, () => PAGE) }
}

describe('NATIVE-02 a typed server address', () => {
  test.each([
    ['nollie.example', 'https://nollie.example'],
    [' https://Nollie.example/spots?x=1 ', 'https://nollie.example'],
    ['nollie.example:8443', 'https://nollie.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('%s is %s', (typed, origin) => {
    expect(addressTyped(typed)?.origin).toBe(origin)
  })

  test.each([
    '',
    '  ',
    'http://nollie.example',
    'ftp://nollie.example',
    'javascript:alert(1)',
    'https://a:b@nollie.example',
  ])('%s is invalid', (typed) => {
    expect(addressTyped(typed)).toBeNull()
  })

  test('must belong to a server that runs Nollie', async () => {
    const answers = [Response.json({ map_style: 'auto' }), Response.json({ hello: 1 }), new Response('<p>')]
    const results = answers.map((answer) => checkServer(SERVER, createNetwork(() => answer).request))
    expect(await Promise.all(results)).toEqual([null, 'other', 'other'])
    const offline = async () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await checkServer(SERVER, offline)).toBe('unreachable')
  })
})

describe('NATIVE-02 requests', () => {
  test.each([
    ['/api/session', PAGE, 'https://nollie.example/api/session'],
    ['/media/a/1080.webp', 'capacitor://localhost/', 'https://nollie.example/media/a/1080.webp'],
    ['https://nollie.example/api/uploads/1', PAGE, 'https://nollie.example/api/uploads/1'],
    ['/assets/app.js', PAGE, undefined],
    ['https://tiles.example/1/2/3', PAGE, undefined],
    ['https://evil.example/api/session', PAGE, undefined],
    ['blob:https://localhost/1', PAGE, undefined],
  ])('to %s from %s go to %s', (address, page, expected) => {
    expect(toServerUrl(address, page, SERVER)?.href).toBe(expected)
  })

  test("carry the person's token and never a cookie; other servers get neither", async () => {
    const { ask, sent } = createClient(
      (url) => (url.endsWith('/refresh') ? Response.json(given(2)) : new Response()),
      {
        'refresh.nollie.example': 'refresh 1',
      },
    )
    await ask('/api/session', { credentials: 'include' })
    await ask('https://tiles.example/1')
    await ask('https://nollie.example/basemap/world.pmtiles')
    expect(sent).toEqual([
      { url: 'https://nollie.example/api/auth/refresh', authorization: null, credentials: 'omit' },
      { url: 'https://nollie.example/api/session', authorization: 'Bearer access 2', credentials: 'omit' },
      { url: 'https://tiles.example/1', authorization: null, credentials: undefined },
      { url: 'https://localhost/basemap/world.pmtiles', authorization: null, credentials: undefined },
    ])
  })

  test('store the tokens of a sign-in, which the page never sees', async () => {
    const { ask, storage, tokens } = createClient((url) =>
      url.endsWith('/sign-in') ? Response.json(given(1)) : new Response(),
    )
    const answer = await ask('/api/auth/sign-in', { method: 'POST', body: '{}' })
    expect(Object.keys(await answer.json())).toEqual(['user', 'expires_at'])
    expect(storage.stored).toEqual({ 'refresh.nollie.example': 'refresh 1' })
    expect(await tokens.current()).toBe('access 1')
    await ask('/api/auth/sign-out', { method: 'POST' })
    expect([storage.stored, await tokens.current()]).toEqual([{}, null])
  })
})

describe('NATIVE-02 tokens', () => {
  const stored = () => ({ 'refresh.nollie.example': 'refresh 1' })

  test('are renewed once for concurrent requests, because a refresh token works only once', async () => {
    const { ask, sent, storage } = createClient(
      (url) => (url.endsWith('/refresh') ? Response.json(given(2)) : new Response()),
      stored(),
    )
    await Promise.all(['/api/posts', '/api/spots', '/api/people'].map((path) => ask(path)))
    expect(sent.filter(({ url }) => url.endsWith('/refresh'))).toHaveLength(1)
    expect(storage.stored).toEqual({ 'refresh.nollie.example': 'refresh 2' })
  })

  test('are deleted if the server refuses them, but not if there is no response', async () => {
    const gone = createClient(
      (url) => new Response('{}', { status: url.endsWith('/refresh') ? 401 : 200 }),
      stored(),
    )
    expect([await gone.tokens.current(), gone.storage.stored]).toEqual([null, {}])
    expect([await gone.tokens.current(), gone.sent.length]).toEqual([null, 1])
    const down = createClient(() => new Response('', { status: 503 }), stored())
    expect([await down.tokens.current(), down.storage.stored]).toEqual([null, stored()])
  })
})

test('NATIVE-02 parses live events with name, id and data, and ignores comments', () => {
  expect(parseEvent('id: 7\nevent: post\ndata: {"a":\ndata: 1}')).toEqual({
    id: '7',
    name: 'post',
    data: '{"a":\n1}',
  })
  expect(parseEvent(': still here')).toBeNull()
  expect(parseEvent('data: x')).toEqual({ name: 'message', data: 'x' })
})

test('NATIVE-02 links open their target on the selected server only', () => {
  expect(parseLinkPath('https://nollie.example/spot/abc?x=1#y', SERVER)).toBe('/spot/abc?x=1#y')
  for (const link of [undefined, 'no address', 'https://nollie.example.evil/spot/1', 'nollie://spot/1'])
    expect(parseLinkPath(link, SERVER)).toBeNull()
})

test("NATIVE-02 the first start uses the device's language", () => {
  expect(textsFor(['ja-JP', 'en']).language).toBe('ja')
  expect(textsFor(['xx', 'pt-PT']).language).toBe('pt')
  expect(textsFor([]).texts.title).toBe('Choose your Nollie')
})
