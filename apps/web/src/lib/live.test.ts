import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './live.ts'
import { session } from './session.ts'

// Browser objects that Node doesn't have: a page that can be hidden, and its connections.
class Page extends EventTarget {
  visibilityState = 'visible'
  querySelector: () => { content: string } | null = () => null
  turn(state: 'visible' | 'hidden') {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}
class Connection extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static made: Connection[] = []
  readyState = 1
  readonly topics: string | null
  readonly since: string | null
  constructor(address: string) {
    super()
    const { searchParams } = new URL(address, 'http://localhost')
    this.topics = searchParams.get('topics')
    this.since = searchParams.get('since')
    Connection.made.push(this)
  }
  close() {
    this.readyState = Connection.CLOSED
  }
}

function open() {
  return Connection.made.filter(({ readyState }) => readyState !== Connection.CLOSED)
}

let page: Page
let stop: () => void
const received = { message: vi.fn(), gap: vi.fn(), begun: vi.fn() }

// The connection opens after a short delay, for all listeners subscribed by then.
async function listening(...given: Parameters<typeof listen>) {
  const undo = listen(...given)
  await vi.advanceTimersByTimeAsync(500)
  return undo
}

const ADA = { user_id: 'ada' } as NonNullable<Parameters<typeof session.signedIn>[0]['user']>

async function signedIn(then: () => Promise<void>) {
  session.signedIn({ user: ADA, expires_at: '2030-01-01T00:00:00Z', is_suspended: false })
  await then()
  session.signedOut()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  page = new Page()
  Connection.made = []
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Connection)
})
afterEach(() => {
  stop()
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a hidden page closes its connection, and reports a gap when it returns', async () => {
  stop = await listening('spot', received)
  page.turn('hidden')
  expect(open()).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(open()).toHaveLength(0)

  page.turn('visible')
  expect(open()).toHaveLength(1)
  open()[0]?.dispatchEvent(new Event('open'))
  expect(received.gap).toHaveBeenCalledTimes(1)
  open()[0]?.dispatchEvent(new MessageEvent('spot', { data: '{}' }))
  expect(received.message).toHaveBeenCalledTimes(1)
})

test('a brief switch to another tab does not close the connection', async () => {
  stop = await listening('spot', received)
  page.turn('hidden')
  vi.advanceTimersByTime(1000)
  page.turn('visible')
  vi.advanceTimersByTime(60_000)
  expect(Connection.made).toHaveLength(1)
  expect(open()).toHaveLength(1)
  expect(received.gap).not.toHaveBeenCalled()
})

test('a page opened in the background closes its connection, too; without listeners it stays closed', async () => {
  page.turn('hidden')
  stop = await listening('spot', received)
  vi.advanceTimersByTime(10_000)
  expect(open()).toHaveLength(0)
  stop()
  page.turn('visible')
  expect(open()).toHaveLength(0)
})

test('does not retry a refused connection in the background', async () => {
  stop = await listening('spot', received)
  open()[0]?.close()
  Connection.made[0]?.dispatchEvent(new Event('error'))
  page.turn('hidden')
  vi.advanceTimersByTime(2000)
  page.turn('visible')
  vi.advanceTimersByTime(2000)
  expect(open()).toHaveLength(1)
  open()[0]?.close()
  Connection.made[1]?.dispatchEvent(new Event('error'))
  page.turn('hidden')
  vi.advanceTimersByTime(120_000)
  expect(open()).toHaveLength(0)
})

test("all listeners of a member's screen share one connection", async () => {
  await signedIn(async () => {
    const stops = [listen('post', received), listen('spot', { message: vi.fn() })]
    await vi.advanceTimersByTimeAsync(3000)
    expect(Connection.made.map(({ topics }) => topics)).toEqual([
      'comments,discussions,likes,people,posts,spots',
    ])
    open()[0]?.dispatchEvent(new Event('open'))
    stops.push(await listening('person', { message: vi.fn() }), await listening('notification', received))
    expect(Connection.made).toHaveLength(1)
    expect(received.gap).not.toHaveBeenCalled()
    stop = () => {
      for (const end of stops) end()
    }
  })
})

test('signing in or out opens a new connection and invalidates loaded data', async () => {
  stop = await listening('spot', received)
  open()[0]?.dispatchEvent(new Event('open'))
  received.begun.mockClear()
  await signedIn(async () => {
    expect(open().map(({ topics }) => topics)).toEqual(['comments,discussions,likes,people,posts,spots'])
    open()[0]?.dispatchEvent(new Event('open'))
    expect(received.begun).toHaveBeenCalledTimes(1)
  })
  expect(open().map(({ topics }) => topics)).toEqual(['spots'])
})

test('delivers events from the last minute to late listeners, and reports if some are missing', async () => {
  const undo = await listening('post', received)
  open()[0]?.dispatchEvent(new Event('open'))
  const like = (post_id: string) =>
    open()[0]?.dispatchEvent(new MessageEvent('like', { data: JSON.stringify({ post_id }) }))
  like('old')
  await vi.advanceTimersByTimeAsync(61_000)
  like('new')
  const likes = { message: vi.fn(), begun: vi.fn(), isLate: true }
  const other = await listening('like', likes)
  expect(likes.message.mock.calls).toEqual([[{ post_id: 'new' }]])
  expect(likes.begun).toHaveBeenCalledTimes(1)
  expect(performance.now() - likes.begun.mock.calls[0]?.[0]).toBeGreaterThan(60_000)
  stop = () => {
    undo()
    other()
  }
})

test('a page that names its last event gets all later ones, without refetching anything', async () => {
  vi.resetModules()
  const fresh = await import('./live.ts')
  page.querySelector = () => ({ content: '41' })
  const undo = fresh.listen('post', received)
  await vi.advanceTimersByTimeAsync(500)
  expect(Connection.made.map(({ since }) => since)).toEqual(['41'])
  open()[0]?.dispatchEvent(new Event('open'))
  const likes = { message: vi.fn(), begun: vi.fn() }
  open()[0]?.dispatchEvent(new MessageEvent('like', { data: '{"post_id":null}' }))
  const other = fresh.listen('like', likes)
  await vi.advanceTimersByTimeAsync(500)
  expect(likes.message).toHaveBeenCalledTimes(1)
  expect(received.begun).not.toHaveBeenCalled()
  expect(likes.begun).not.toHaveBeenCalled()

  // A stream that reconnects after a refusal may have missed events.
  open()[0]?.close()
  Connection.made[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(4000)
  expect(Connection.made.map(({ since }) => since)).toEqual(['41', null])
  open()[0]?.dispatchEvent(new Event('open'))
  expect(received.gap).toHaveBeenCalledTimes(1)
  stop = () => {
    undo()
    other()
  }
})

test('the connection survives a screen change', async () => {
  const undo = await listening('post', received)
  open()[0]?.dispatchEvent(new Event('open'))
  expect(received.begun).toHaveBeenCalledTimes(1)
  undo()
  vi.advanceTimersByTime(500)
  stop = await listening('post', received)
  vi.advanceTimersByTime(10_000)
  expect(Connection.made).toHaveLength(1)
  expect(open()).toHaveLength(1)
  // Events in between were missed.
  expect(received.begun).toHaveBeenCalledTimes(2)
  expect(received.gap).not.toHaveBeenCalled()
})
