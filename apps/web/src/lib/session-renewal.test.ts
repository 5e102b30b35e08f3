import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { renew } from './session-renewal.ts'
import { makeSessionStore, type SessionEvent } from './session.ts'

const user = {
  user_id: '0199e3a0-0000-7000-8000-000000000001',
  email: 'maya@alder.bay',
  username: 'mayapops',
  full_name: null,
  avatar_url: null,
  is_admin: false,
}

function answerUntil(expires_at: string) {
  return { user, expires_at, is_suspended: false }
}

const NEAR = '2026-12-01T00:00:00.000Z'
const LATER = '2026-12-15T00:00:00.000Z'

function offline() {
  return new ApiError({ status: 0, code: 'OFFLINE', detail: '' })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a tab whose session is about to expire; `answers` determines the responses from then on. */
async function tabWith(answers: () => Promise<ReturnType<typeof answerUntil>>) {
  const asked: number[] = []
  const posted: unknown[] = []
  let isFirst = true
  const store = makeSessionStore({
    fetchSession: () => {
      if (isFirst) {
        isFirst = false
        return Promise.resolve(answerUntil(NEAR))
      }
      asked.push(Date.now())
      return answers()
    },
    post: (message) => void posted.push(message),
  })
  await store.ready()
  const pauses = () => asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  return { store, asked, posted, pauses }
}

test('LIMIT-11 retries a renewal after 200, 400 and 800 ms, and publishes the new expiration', async () => {
  const failures = [offline(), new ApiError({ status: 503, code: 'UNAVAILABLE', detail: '' }), offline()]
  const { store, posted, pauses } = await tabWith(() => {
    const failure = failures.shift()
    return failure ? Promise.reject(failure) : Promise.resolve(answerUntil(LATER))
  })
  const events: SessionEvent[] = []
  store.onEvent((event) => events.push(event))
  const renewed = renew(store)
  await vi.runAllTimersAsync()
  await renewed
  expect(pauses()).toEqual([200, 400, 800])
  expect(events).toEqual(['token_refreshed'])
  expect(posted).toEqual([{ event: 'token_refreshed', expires_at: LATER }])
})

test('LIMIT-11 the person stays signed in while the connection is down', async () => {
  const { store, posted, pauses } = await tabWith(() => Promise.reject(offline()))
  const renewed = renew(store)
  await vi.runAllTimersAsync()
  await renewed
  expect(pauses()).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800])
  expect(store.get()).toMatchObject({ status: 'signed-in', expires_at: NEAR })
  expect(posted).toEqual([])
})

test('LIMIT-11 does not retry after a refusal', async () => {
  const { store, asked } = await tabWith(() =>
    Promise.reject(new ApiError({ status: 429, code: 'TOO_MANY', detail: '' })),
  )
  await renew(store)
  expect(asked).toHaveLength(1)
})

test('LIMIT-11 AUTH-19 a tab adopts the expiration renewed by another tab, without a request', async () => {
  const { store, asked } = await tabWith(() => Promise.resolve(answerUntil(NEAR)))
  const events: SessionEvent[] = []
  store.onEvent((event) => events.push(event))
  await store.receive({ event: 'token_refreshed', expires_at: LATER })
  expect(store.get()).toEqual({ status: 'signed-in', user, expires_at: LATER })
  expect(events).toEqual(['token_refreshed'])
  expect(asked).toEqual([])
})
