import type { Shell } from '../lib/native-shell.ts'
import { ask, type Bridge } from './bridge.ts'

// What stands at the bottom of a screen stands above the banner (`tokens.css`).
const makeRoom = (pixels: number) =>
  globalThis.document?.documentElement.style.setProperty('--ad-h', `${pixels}px`)

/** The banner of the ad service (ADS-02); null in an app that was built without its plugin. */
export const createBanner = (bridge: Bridge): Shell['banner'] => {
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
      // The service starts with the first banner, because nothing may start it before consent.
      ready ??= ask(bridge, 'AdMob', 'initialize')
      await ready
      // `npa`: not chosen by what somebody did elsewhere. It may be unwanted by now, as somebody went on.
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
