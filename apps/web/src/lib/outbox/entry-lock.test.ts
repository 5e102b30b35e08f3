import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../session.ts'
import { dropWaiting, ifStillHere, wait } from './entries.ts'
import { LOCKED, holding, released } from './entry-lock.ts'
import { type AnyKind, setKinds } from './kinds.ts'
import { startSending } from './sender.ts'
import { readEntries } from './store.ts'
import { until } from '../../../test/until.ts'

// Network and browser events, which Node doesn't have. The locks are Node's own.
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
vi.stubGlobal('fetch', () => Promise.resolve(new Response()))

let answer = () => undefined as void
const sent: string[] = []
const kind: AnyKind = {
  describe: () => ({ what: 'Note', where: null, text: null, href: null }),
  send: ({ payload }) =>
    new Promise((resolve) => {
      sent.push(String(payload))
      answer = resolve
    }),
}
setKinds({ note: async () => kind })

beforeEach(() =>
  session.signedIn({
    user: { user_id: 'ada', email: '', username: 'ada', full_name: null, avatar_url: null, is_admin: false },
    expires_at: '2036-01-01T00:00:00.000Z',
    is_suspended: false,
  }),
)

test('an entry being sent cannot be edited or discarded, and one being edited cannot be sent', async () => {
  const { send } = startSending({ onRefused: () => undefined, onEmptied: () => undefined })
  const first = await wait({ kind: 'note', target: 'a', payload: 'first' })
  await until(() => expect(sent).toEqual(['first']))
  const work = vi.fn(() => dropWaiting(first.id))
  expect(await ifStillHere(first.id, work)).toBe(false)
  expect(await holding(first.id, async () => 'mine')).toBe(LOCKED)
  answer()
  await released(first.id)
  expect(await ifStillHere(first.id, work)).toBe(false)
  expect(work).not.toHaveBeenCalled()

  let done = () => undefined as void
  const second = { id: crypto.randomUUID(), kind: 'note', target: 'b', payload: 'second' }
  const editing = holding(second.id, () => new Promise<void>((resolve) => (done = resolve)))
  await wait(second)
  send()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent).toEqual(['first'])
  done()
  await editing
  expect(await ifStillHere(second.id, () => dropWaiting(second.id))).toBe(true)
  send()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([sent, await readEntries()]).toEqual([['first'], []])
})
