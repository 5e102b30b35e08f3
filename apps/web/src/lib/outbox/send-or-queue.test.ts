import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { session } from '../session.ts'
import { isDeviceFull } from './device-full.ts'
import { queueUnsent, sendOrQueue } from './send-or-queue.ts'
import { readEntries } from './store.ts'
import { forgetWaiting } from './entries.ts'

// The network, which Node doesn't have.
let isUp = true
// The status from a proxy that responds instead of the server.
let status = 200
const dataset: { behind?: string } = {}
vi.stubGlobal('document', { documentElement: { dataset } })
const device = { onLine: true }
vi.stubGlobal('navigator', device)
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response(null, { status })) : Promise.reject(new TypeError('network')),
)

const entry = { kind: 'note', target: 'a', payload: 'words', id: 'key-of-one' }

function lost() {
  return Promise.reject(new ApiError({ status: 0, code: 'OFFLINE', detail: '' }))
}

async function entries() {
  return (await readEntries()).map(({ id, tried_at }) => [id, tried_at !== null])
}

beforeEach(async () => {
  session.signedIn({
    user: { user_id: 'ada', email: '', username: 'ada', full_name: null, avatar_url: null, is_admin: false },
    expires_at: '2036-01-01T00:00:00.000Z',
    is_suspended: false,
  })
  await forgetWaiting('ada')
  isUp = true
  status = 200
  device.onLine = true
  delete dataset.behind
})

test('sends when online; if the server responds with an error, the content stays in its form', async () => {
  expect(await sendOrQueue(entry, async () => 'made')).toBe('made')
  await expect(sendOrQueue(entry, lost)).rejects.toMatchObject({ code: 'OFFLINE' })
  expect(await entries()).toEqual([])
})

test('queues when offline, with its key and marked as unsent', async () => {
  device.onLine = false
  expect(await sendOrQueue(entry, lost)).toBeNull()
  expect(await entries()).toEqual([['key-of-one', false]])
})

test('a response from the proxy does not count as reaching the server', async () => {
  status = 502
  const refused = () => Promise.reject(new ApiError({ status: 502, code: 'UNREADABLE', detail: '' }))
  expect(await sendOrQueue(entry, refused)).toBeNull()
  expect(await entries()).toEqual([['key-of-one', true]])
})

test('detects an unreachable server through the worker, or through a request that may have arrived', async () => {
  isUp = false
  expect(await sendOrQueue(entry, lost)).toBeNull()
  expect(await entries()).toEqual([['key-of-one', true]])
  dataset.behind = 'true'
  expect(await sendOrQueue({ ...entry, target: 'b', id: 'key-of-two' }, lost)).toBeNull()
  expect(await entries()).toContainEqual(['key-of-two', false])
})

test('queues behind a pending entry for the same target; the last state of a like replaces it', async () => {
  device.onLine = false
  await queueUnsent(entry)
  device.onLine = true
  expect(await sendOrQueue({ ...entry, id: 'key-of-two' }, async () => 'made')).toBeNull()
  expect(await entries()).toHaveLength(2)
  // If this were sent now, the older state would overwrite it.
  const last = { ...entry, id: 'key-of-three', isLastState: true }
  expect(await sendOrQueue(last, async () => 'made')).toBeNull()
  expect(await entries()).toEqual([['key-of-three', false]])
  expect(await sendOrQueue({ ...last, target: 'b' }, async () => 'made')).toBe('made')
})

test('throws if the device is full, and stores neither text nor files', async () => {
  const put = Reflect.get(IDBObjectStore.prototype, 'put')
  const blob = new Blob(['bytes'])
  const file = { name: 'a.jpg', kind: 'image', blob, url: null, sent: false } as const
  let puts = 0
  IDBObjectStore.prototype.put = function (...given) {
    puts += 1
    if (puts === 3) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, given)
  }
  const error = await queueUnsent({ ...entry, files: async () => [file, file] }).catch((thrown) => thrown)
  IDBObjectStore.prototype.put = put
  expect(isDeviceFull(error)).toBe(true)
  expect(await entries()).toEqual([])
})
