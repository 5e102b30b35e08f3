import type { StreamEvents } from '@nollie/contract'
import { vi } from 'vitest'

class Connection extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  // It outlives the test it was made in: whoever listens next may take it over.
  static now = new EventTarget()
  readonly readyState = Connection.OPEN
  constructor() {
    super()
    Connection.now = this
  }
  close() {}
}

/**
 * For tests: a page that can be seen and a stream that is open, in the place of the browser's, until
 * `vi.unstubAllGlobals()`. `tell` sends an event to whoever listens.
 */
export function stubLive() {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('EventSource', Connection)
  return {
    tell: <N extends keyof StreamEvents>(name: N, event: StreamEvents[N]): void => {
      Connection.now.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(event) }))
    },
  }
}
