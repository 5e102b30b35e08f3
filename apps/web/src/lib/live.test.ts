import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './live.ts'

// The browser's parts that Node has not: a page that can be hidden, and its connections.
class Page extends EventTarget {
  visibilityState = 'visible'
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
  constructor(address: string) {
    super()
    this.topics = new URL(address, 'http://localhost').searchParams.get('topics')
    Connection.made.push(this)
  }
  close() {
    this.readyState = Connection.CLOSED
  }
}
const open = () => Connection.made.filter(({ readyState }) => readyState !== Connection.CLOSED)
let page: Page
let stop: () => void
const heard = { message: vi.fn(), gap: vi.fn(), begun: vi.fn() }

// Connections are made a moment later, for all that listen by then.
const listening = async (...given: Parameters<typeof listen>) => {
  const undo = listen(...given)
  await vi.advanceTimersByTimeAsync(500)
  return undo
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

test('a page in the background gives its connection back and says what it may have missed on return', async () => {
  stop = await listening('spots', 'spot', heard)
  page.turn('hidden')
  expect(open()).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(open()).toHaveLength(0)

  page.turn('visible')
  expect(open()).toHaveLength(1)
  open()[0]?.dispatchEvent(new Event('open'))
  expect(heard.gap).toHaveBeenCalledTimes(1)
  open()[0]?.dispatchEvent(new MessageEvent('spot', { data: '{}' }))
  expect(heard.message).toHaveBeenCalledTimes(1)
})

test('a glance at another tab keeps the connection', async () => {
  stop = await listening('spots', 'spot', heard)
  page.turn('hidden')
  vi.advanceTimersByTime(1000)
  page.turn('visible')
  vi.advanceTimersByTime(60_000)
  expect(Connection.made).toHaveLength(1)
  expect(open()).toHaveLength(1)
  expect(heard.gap).not.toHaveBeenCalled()
})

test('a page opened in the background lets go too; one that stopped listening stays closed', async () => {
  page.turn('hidden')
  stop = await listening('spots', 'spot', heard)
  vi.advanceTimersByTime(10_000)
  expect(open()).toHaveLength(0)
  stop()
  page.turn('visible')
  expect(open()).toHaveLength(0)
})

test('a refused connection is not tried again in the background', async () => {
  stop = await listening('spots', 'spot', heard)
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

test('whatever the parts of a screen of posts listen to, and whenever, is one connection', async () => {
  const spots = { message: vi.fn() }
  const stops = [listen('posts', 'post', heard)]
  vi.advanceTimersByTime(200)
  stops.push(listen('spots', 'spot', spots))
  await vi.advanceTimersByTimeAsync(300)
  expect(Connection.made.map(({ topics }) => topics)).toEqual(['comments,likes,posts,spots'])
  open()[0]?.dispatchEvent(new Event('open'))
  stops.push(await listening('likes', 'like', { message: vi.fn() }))
  stops.push(await listening('comments', 'comment', { message: vi.fn() }))
  expect(Connection.made).toHaveLength(1)
  open()[0]?.dispatchEvent(new MessageEvent('spot', { data: '{}' }))
  expect(spots.message).toHaveBeenCalledTimes(1)
  stop = () => {
    for (const end of stops) end()
  }
})

test('topics share one connection; the one before goes on until the wider one is there', async () => {
  const likes = { message: vi.fn(), gap: vi.fn() }
  const undo = listen('discussions', 'like', likes)
  const first = await listening('people', 'post', heard)
  expect(open().map(({ topics }) => topics)).toEqual(['discussions,people'])
  const [narrow] = open()
  narrow?.dispatchEvent(new Event('open'))

  const third = await listening('spots', 'spot', { message: vi.fn(), gap: vi.fn() })
  expect(open().map(({ topics }) => topics)).toEqual(['discussions,people', 'discussions,people,spots'])
  narrow?.dispatchEvent(new MessageEvent('like', { data: '{}' }))
  expect(likes.message).toHaveBeenCalledTimes(1)
  open()[1]?.dispatchEvent(new Event('open'))
  expect(open().map(({ topics }) => topics)).toEqual(['discussions,people,spots'])
  open()[0]?.dispatchEvent(new MessageEvent('like', { data: '{}' }))
  expect(likes.message).toHaveBeenCalledTimes(2)
  expect(likes.gap).not.toHaveBeenCalled()
  stop = () => {
    undo()
    first()
    third()
  }
})

test('from one screen to the next the connection stays', async () => {
  const undo = await listening('posts', 'post', heard)
  open()[0]?.dispatchEvent(new Event('open'))
  expect(heard.begun).toHaveBeenCalledTimes(1)
  undo()
  vi.advanceTimersByTime(500)
  stop = await listening('posts', 'post', heard)
  vi.advanceTimersByTime(10_000)
  expect(Connection.made).toHaveLength(1)
  expect(open()).toHaveLength(1)
  // What came in between was not heard.
  expect(heard.begun).toHaveBeenCalledTimes(2)
  expect(heard.gap).not.toHaveBeenCalled()
})
