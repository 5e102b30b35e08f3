import type { StreamEvents } from '@nollie/contract'
import { expect, vi } from 'vitest'
import { session } from './session.ts'

class Connection extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  // Persists across tests, because the next listener may reuse the connection.
  static now: Connection | null = null
  readonly readyState = Connection.OPEN
  constructor() {
    super()
    Connection.now = this
  }
  close() {}
}

/**
 * Test helper: stubs the page as visible and the event stream as open, until `vi.unstubAllGlobals()`. `publish` sends
 * an event to the listeners; await `opened` first.
 */
export function stubLive() {
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }),
  )
  vi.stubGlobal('EventSource', Connection)
  // The stream doesn't open until the session is loaded.
  if (session.get().status === 'loading') session.signedOut()
  return {
    opened: () => vi.waitFor(() => expect(Connection.now).not.toBeNull()),
    publish: <N extends keyof StreamEvents>(name: N, event: StreamEvents[N]): void => {
      Connection.now?.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(event) }))
    },
  }
}
