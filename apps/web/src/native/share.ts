import { ask, type Bridge } from './bridge.ts'
import { replace } from './replace.ts'

/** Implements the browser's share API with the plugin. Closing the sheet causes an `AbortError`. */
export function createShare(bridge: Bridge): Navigator['share'] {
  return async ({ title, text, url } = {}) => {
    try {
      await ask(bridge, 'Share', 'share', { title, text, url })
    } catch (error) {
      if (/cancel/i.test(String((error as Error | null)?.message)))
        throw new DOMException('Closed without sharing', 'AbortError')
      throw error
    }
  }
}

/** Replaces `navigator.share` with the device's implementation. */
export function installShare(bridge: Bridge): void {
  return replace(navigator, 'share', createShare(bridge))
}
