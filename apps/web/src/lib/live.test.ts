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
  static readonly CLOSED = 2
  static made: Connection[] = []
  readyState = 1
  constructor() {
    super()
    Connection.made.push(this)
  }
  close() {
    this.readyState = Connection.CLOSED
  }
}
const open = () => Connection.made.filter(({ readyState }) => readyState !== Connection.CLOSED)
let page: Page
let stop: () => void
const heard = { message: vi.fn(), gap: vi.fn() }

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
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page in the background gives its connection back and says what it may have missed on return', () => {
  stop = listen('spots', 'spot', heard)
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

test('a glance at another tab keeps the connection', () => {
  stop = listen('spots', 'spot', heard)
  page.turn('hidden')
  vi.advanceTimersByTime(1000)
  page.turn('visible')
  vi.advanceTimersByTime(60_000)
  expect(Connection.made).toHaveLength(1)
  expect(open()).toHaveLength(1)
  expect(heard.gap).not.toHaveBeenCalled()
})

test('a page opened in the background lets go too; one that stopped listening stays closed', () => {
  page.turn('hidden')
  stop = listen('spots', 'spot', heard)
  vi.advanceTimersByTime(10_000)
  expect(open()).toHaveLength(0)
  stop()
  page.turn('visible')
  expect(open()).toHaveLength(0)
})

test('a refused connection is not tried again in the background', () => {
  stop = listen('spots', 'spot', heard)
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
