import type { Shell } from '../lib/shell.ts'
import { ask, type Bridge } from './bridge.ts'

/** The banner of an ad service, if the app was built with one; ours is built without (ADS-02). */
export const bannerOf = (bridge: Bridge): Shell['banner'] =>
  bridge.isPluginAvailable('AdMob')
    ? {
        show: async (adId) => {
          await ask(bridge, 'AdMob', 'showBanner', { adId, position: 'BOTTOM_CENTER' })
        },
        hide: async () => {
          await ask(bridge, 'AdMob', 'removeBanner')
        },
      }
    : null
