import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { session } from '../session.ts'
import { readEarly } from './early-entries.ts'
import { readAgain, wait } from './entries.ts'
import { sendOrQueueLazily } from './send-or-queue-lazily.ts'
import { dropEntries, readEntries } from './store.ts'

let isUp = false
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('network')),
)
const device = new Map<string, string>()
const storage = {
  getItem: (name: string) => device.get(name) ?? null,
  setItem: (name: string, text: string) => void device.set(name, text),
  removeItem: (name: string) => device.delete(name),
}
vi.stubGlobal('localStorage', storage)

const ada = '0199e3a0-0000-7000-8000-000000000001'

function lost() {
  return Promise.reject(new ApiError({ status: 0, code: 'OFFLINE', detail: '' }))
}

function like(liked: boolean) {
  return { kind: 'like', target: 'a', payload: { liked }, isLastState: true } as const
}

async function entries() {
  return (await readEntries()).map(({ user_id, payload }) => [user_id, payload])
}

beforeEach(async () => {
  session.signedIn({
    user: { user_id: ada, email: '', username: 'ada', full_name: null, avatar_url: null, is_admin: false },
    expires_at: '2036-01-01T00:00:00.000Z',
    is_suspended: false,
  })
  await dropEntries((await readEntries()).map(({ id }) => id))
  device.clear()
  isUp = false
  vi.stubGlobal('localStorage', storage)
})

test('stores the last state of a like until the outbox is loaded', async () => {
  expect(await sendOrQueueLazily(like(true), lost)).toBeNull()
  expect(await sendOrQueueLazily(like(false), lost)).toBeNull()
  expect(device.get('nollie.waiting')).toBe('true')
  await Promise.all([readAgain(), readAgain()])
  expect(await entries()).toEqual([[ada, { liked: false }]])
  expect(readEarly(ada)).toEqual([])
})

test('a newer change replaces the stored one', async () => {
  await sendOrQueueLazily(like(true), lost)
  const early = device.get(`nollie.early.${ada}`) ?? ''
  device.clear()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await wait(like(false))
  device.set(`nollie.early.${ada}`, early)
  await readAgain()
  expect(await entries()).toEqual([[ada, { liked: false }]])
})

test('a successful request removes the stored state', async () => {
  await sendOrQueueLazily(like(true), lost)
  expect(await sendOrQueueLazily(like(false), async () => 'made')).toBe('made')
  await readAgain()
  expect(await entries()).toEqual([])
})

test('a request fails if the server refuses it or the state cannot be stored', async () => {
  isUp = true
  await expect(sendOrQueueLazily(like(true), lost)).rejects.toMatchObject({ code: 'OFFLINE' })
  isUp = false
  vi.stubGlobal('localStorage', undefined)
  await expect(sendOrQueueLazily(like(true), lost)).rejects.toMatchObject({ code: 'OFFLINE' })
})
