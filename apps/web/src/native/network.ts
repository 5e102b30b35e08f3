import { ask, type Bridge } from './bridge.ts'

type Status = { connected: boolean }

/**
 * Makes `navigator.onLine` and its events reflect the device's connection. Otherwise, an app's page always counts as
 * online.
 */
export async function installNetwork(bridge: Bridge): Promise<void> {
  let { connected } = await ask<Status>(bridge, 'Network', 'getStatus').catch(() => ({ connected: true }))
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => connected })
  bridge.addListener('Network', 'networkStatusChange', (data) => {
    const now = (data as Status).connected
    if (now === connected) return
    connected = now
    dispatchEvent(new Event(now ? 'online' : 'offline'))
  })
}
