import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { session } from '../session.ts'
import { type AnyKind, setKinds, Unsent } from './kinds.ts'
import { type Waiting, waitingList } from './use-outbox.ts'
import { isUnsure } from './send-entry.ts'
import { type SenderPorts, startSending } from './sender.ts'
import { inTurn } from './sending-times.ts'
import { patchEntry, readEntries } from './store.ts'
import { dropWaiting, forgetWaiting, readAgain, tryAgain, wait } from './entries.ts'
import { until } from '../../../test/until.ts'

// Network and browser events, which Node doesn't have.
let isUp = true
let answers: ((entry: Waiting) => Promise<void>) | null = null
let sent: string[] = []
const refused = vi.fn<SenderPorts['onRefused']>()
const emptied = vi.fn<SenderPorts['onEmptied']>()
const events = new EventTarget()
vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('network')),
)
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
})

const kind: AnyKind = {
  describe: () => ({ what: 'Note', where: null, text: null, href: null }),
  send: async (entry) => {
    sent.push(String(entry.payload))
    await answers?.(entry)
  },
}
const repeatable: AnyKind = { ...kind, isRepeatable: true }
setKinds({ note: async () => kind, like: async () => repeatable })

function signIn(user_id: string) {
  return session.signedIn({
    user: { user_id, email: '', username: user_id, full_name: null, avatar_url: null, is_admin: false },
    expires_at: '2036-01-01T00:00:00.000Z',
    is_suspended: false,
  })
}

function refusal(code: 'POST_NOT_FOUND' | 'TOO_MANY' | 'SESSION_MISSING' | 'INTERNAL', status: number) {
  return Promise.reject(
    new ApiError({ status, code, detail: 'No.', retryAfter: code === 'TOO_MANY' ? 60 : null }),
  )
}

function note(payload: string, target = 'a') {
  return wait({ kind: 'note', target, payload })
}

async function words() {
  return (await readEntries()).map(({ payload }) => payload)
}

signIn('ada')
const { send } = startSending({ onRefused: refused, onEmptied: emptied })

function online() {
  return events.dispatchEvent(new Event('online'))
}

beforeEach(() => {
  signIn('ada')
  sent = []
  answers = null
  isUp = false
  refused.mockClear()
  emptied.mockClear()
})
afterEach(async () => {
  for (const person of ['ada', 'ben']) await forgetWaiting(person)
})

test('sends entries once and in order when the server is reachable, then removes them', async () => {
  await note('one')
  await note('two')
  await note('three', 'b')
  expect(sent).toEqual([])
  expect(stored.get('nollie.waiting')).toBe('true')
  isUp = true
  online()
  online()
  await until(async () => expect(await words()).toEqual([]))
  expect(sent).toEqual(['one', 'two', 'three'])
  await until(() => expect(emptied.mock.calls.reduce((sum, [count]) => sum + count, 0)).toBe(3))
  expect(stored.has('nollie.waiting')).toBe(false)
})

test('retries a lost response with the same key', async () => {
  const keys: string[] = []
  answers = async ({ id }) => {
    keys.push(id)
    if (keys.length === 1) throw new ApiError({ status: 0, code: 'OFFLINE', detail: '' })
  }
  isUp = true
  const { id } = await note('one')
  await until(() => expect(keys).toHaveLength(1))
  await until(async () => expect((await readEntries())[0]).toMatchObject({ tries: 1, state: 'waiting' }))
  expect((await readEntries())[0]?.tried_at).not.toBeNull()
  online()
  await until(async () => expect(await words()).toEqual([]))
  expect(keys).toEqual([id, id])
})

test('a refused entry stays for its author, and the next one for its target is sent', async () => {
  isUp = true
  answers = ({ payload }) => (payload === 'one' ? refusal('POST_NOT_FOUND', 404) : Promise.resolve())
  await note('one')
  await note('two')
  await until(() => expect(sent).toEqual(['one', 'two']))
  await until(async () => expect(await words()).toEqual(['one']))
  const [left] = await readEntries()
  expect(left).toMatchObject({ state: 'refused', refusal: { code: 'POST_NOT_FOUND', detail: 'No.' } })
  expect(refused).toHaveBeenCalledOnce()
  answers = null
  await tryAgain(left as Waiting)
  await until(async () => expect(await words()).toEqual([]))
  expect(sent.at(-1)).toBe('one')
})

test('a busy server or an ended session stops all entries, other errors only their target', async () => {
  isUp = true
  answers = () => refusal('TOO_MANY', 429)
  await note('one')
  await note('two', 'b')
  await until(async () => expect((await readEntries())[0]?.tries).toBe(1))
  expect(sent).toEqual(['one'])
  answers = () => refusal('SESSION_MISSING', 401)
  online()
  await until(async () => expect((await readEntries())[0]?.tries).toBe(2))
  expect((await readEntries()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  answers = ({ payload }) => (payload === 'one' ? refusal('INTERNAL', 500) : Promise.resolve())
  online()
  await until(async () => expect(await words()).toEqual(['one']))
})

test('no one sends or sees entries written by another person on this device', async () => {
  await note('of ada')
  session.signedOut()
  await expect(note('of nobody')).rejects.toMatchObject({ code: 'SESSION_MISSING' })
  signIn('ben')
  await readAgain()
  expect(waitingList.get()).toEqual([])
  isUp = true
  online()
  await note('of ben')
  await until(async () => expect(await words()).toEqual(['of ada']))
  expect(sent).toEqual(['of ben'])
  signIn('ada')
  await until(async () => expect(await words()).toEqual([]))
  expect(sent).toEqual(['of ben', 'of ada'])
})

test('sends only the last state of a like', async () => {
  const like = (liked: boolean) => wait({ kind: 'like', target: 'p', payload: liked, isLastState: true })
  await like(true)
  await like(false)
  await like(true)
  await wait({ kind: 'like', target: 'q', payload: false, isLastState: true })
  expect(await words()).toEqual([true, false])
  isUp = true
  send()
  await until(async () => expect(await words()).toEqual([]))
  expect(sent).toEqual(['true', 'false'])
})

test('asks the author before resending an entry that may have arrived a day ago', async () => {
  const { id } = await note('one')
  await patchEntry(id, { tried_at: Date.now() - 21 * 3_600_000 })
  isUp = true
  online()
  await until(async () => expect((await readEntries())[0]?.state).toBe('unsure'))
  expect(sent).toEqual([])
  expect(isUnsure({ tried_at: 0 }, repeatable, Date.now())).toBe(false)
  await dropWaiting(id)
})

test('stores files with their entry and removes them with it', async () => {
  const file = { name: 'a.jpg', kind: 'image', blob: new Blob(['bytes']), url: null, sent: false } as const
  const seen: unknown[] = []
  const withFiles: AnyKind = {
    ...kind,
    send: async (_, { files, noteUpload }) => {
      const [first] = await files()
      seen.push(first?.url, first?.sent)
      if (first?.url) return
      await noteUpload(0, { url: '/api/uploads/1' })
      throw new Unsent('unreachable')
    },
  }
  setKinds({ note: async () => withFiles, like: async () => repeatable })
  isUp = true
  await wait({ kind: 'note', target: 'spot', payload: 'spot', files: async () => [file] })
  await until(() => expect(seen).toEqual([null, false]))
  // Entries that are known to be undelivered may wait for days.
  await until(async () =>
    expect((await readEntries())[0]).toMatchObject({ tries: 1, tried_at: null, files: 1 }),
  )
  online()
  await until(async () => expect(await words()).toEqual([]))
  expect(seen).toEqual([null, false, '/api/uploads/1', false])
  setKinds({ note: async () => kind, like: async () => repeatable })
})

test("if a kind's code fails to load, only its entries wait, and loading is retried", async () => {
  setKinds({ note: () => Promise.reject(new TypeError('chunk')), like: async () => repeatable })
  isUp = true
  await note('one')
  await wait({ kind: 'like', target: 'q', payload: true })
  await until(async () => expect(await words()).toEqual(['one']))
  setKinds({ note: async () => kind, like: async () => repeatable })
  online()
  await until(async () => expect(await words()).toEqual([]))
})

test('sends texts before photos, but never before an earlier entry for their target', () => {
  const entry = (id: string, target: string, files: number) => ({ id, target, files }) as Waiting
  const all = [entry('video', 'a', 1), entry('text of a', 'a', 0), entry('b', 'b', 0)]
  expect(inTurn(all).map(({ id }) => id)).toEqual(['b', 'video', 'text of a'])
})
