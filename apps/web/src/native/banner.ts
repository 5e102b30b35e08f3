import type { Shell } from '../lib/native-shell.ts'
import { ask, type Bridge } from './bridge.ts'

// Moves elements at the bottom of the screen above the banner (`tokens.css`).
function makeRoom(pixels: number) {
  return globalThis.document?.documentElement.style.setProperty('--ad-h', `${pixels}px`)
}

/** Creates the ad service's banner (ADS-02); null if the app was built without the plugin. */
export function createBanner(bridge: Bridge): Shell['banner'] {
  if (!bridge.isPluginAvailable('AdMob')) return null
  let ready: Promise<unknown> | undefined
  let isWanted = false
  bridge.addListener('AdMob', 'bannerAdSizeChanged', (data) => {
    const { height } = (data ?? {}) as { height?: unknown }
    makeRoom(isWanted && typeof height === 'number' && height > 0 ? height : 0)
  })
  return {
    show: async (adId) => {
      isWanted = true
      // The service starts with the first banner, because it must not start before the person consents.
      ready ??= ask(bridge, 'AdMob', 'initialize')
      await ready
      // `npa`: non-personalized ads. If the person has navigated away, the banner may no longer be wanted.
      if (isWanted)
        await ask(bridge, 'AdMob', 'showBanner', { adId, position: 'BOTTOM_CENTER', margin: 0, npa: true })
    },
    hide: async () => {
      isWanted = false
      makeRoom(0)
      if (ready) await ask(bridge, 'AdMob', 'removeBanner')
    },
  }
}
