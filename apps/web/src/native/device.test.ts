import { describe, expect, test, vi } from 'vitest'
import { type Bridge, bridgeOf } from './bridge.ts'
import { cameraOf } from './camera.ts'
import { geolocationOf } from './geolocation.ts'
import { pushTokenOf } from './push-token.ts'
import { secureStorageOf } from './secure-storage.ts'
import { shareOf } from './share.ts'
import { bannerOf } from './banner.ts'

type Answers = Record<string, (options: Record<string, unknown>) => unknown>

/** A device that answers as these functions do; a thrown error is a refusal of the plugin. */
const deviceOf = (answers: Answers, plugins: readonly string[] = []) => {
  const calls: string[] = []
  const listeners: Record<string, (data: unknown) => void> = {}
  const bridge: Bridge = {
    getPlatform: () => 'ios',
    isPluginAvailable: (plugin) => plugins.includes(plugin),
    nativePromise: async (plugin, method, options = {}) => {
      calls.push(`${plugin}.${method}`)
      return answers[`${plugin}.${method}`]?.(options as Record<string, unknown>)
    },
    nativeCallback: (plugin, method, options, callback) => {
      calls.push(`${plugin}.${method}`)
      callback(answers[`${plugin}.${method}`]?.(options as Record<string, unknown>))
      return '7'
    },
    addListener: (plugin, event, listener) => {
      listeners[`${plugin}.${event}`] = listener
    },
  }
  return { bridge, calls, listeners }
}
const refused = (code: string) => () => {
  throw Object.assign(new Error('no'), { code })
}

test('NATIVE-02 a browser has no device: nothing is replaced there', () => {
  expect(bridgeOf({})).toBeNull()
  expect(bridgeOf({ Capacitor: { isNativePlatform: () => false } })).toBeNull()
})

describe('G-20 positions', () => {
  const HERE = { timestamp: 1, coords: { latitude: 1, longitude: 2, accuracy: 3 } }
  const locate = (bridge: Bridge) =>
    new Promise((found, failed) => geolocationOf(bridge).getCurrentPosition(found, failed))

  test('come from the plugin, once and while the device moves', async () => {
    const { bridge, calls } = deviceOf({
      'Geolocation.getCurrentPosition': () => HERE,
      'Geolocation.watchPosition': () => HERE,
    })
    await expect(locate(bridge)).resolves.toEqual(HERE)
    const geolocation = geolocationOf(bridge)
    const found: unknown[] = []
    const watch = geolocation.watchPosition((position) => found.push(position))
    expect(found).toEqual([HERE])
    geolocation.clearWatch(watch)
    geolocation.clearWatch(watch)
    expect(calls.filter((call) => call.endsWith('clearWatch'))).toHaveLength(1)
  })

  test.each([
    ['OS-PLUG-GLOC-0003', 1],
    ['OS-PLUG-GLOC-0009', 1],
    ['OS-PLUG-GLOC-0010', 2],
  ])('that fail with %s fail as those of a browser, with code %i', async (code, expected) => {
    const { bridge } = deviceOf({ 'Geolocation.getCurrentPosition': refused(code) })
    await expect(locate(bridge)).rejects.toMatchObject({ code: expected })
  })
})

describe('G-20 sharing', () => {
  test('opens the sheet of the device; closing it is an AbortError, as in a browser', async () => {
    const { bridge, calls } = deviceOf({})
    await shareOf(bridge)({ title: 'A spot', url: 'https://nollie.example/spot/1' })
    expect(calls).toEqual(['Share.share'])
    const closed = deviceOf({
      'Share.share': () => {
        throw new Error('Share canceled')
      },
    })
    await expect(shareOf(closed.bridge)({ title: 'x' })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('G-20 the camera', () => {
  const open = vi.fn(async () => ({}) as MediaStream)

  test('opens after the system allowed it, and asks once', async () => {
    const { bridge, calls } = deviceOf({
      'Camera.checkPermissions': () => ({ camera: 'prompt' }),
      'Camera.requestPermissions': () => ({ camera: 'granted' }),
    })
    await cameraOf(bridge, open)({ video: true })
    expect(calls).toEqual(['Camera.checkPermissions', 'Camera.requestPermissions'])
    expect(open).toHaveBeenCalledOnce()
  })

  test('that is refused is refused as by a browser', async () => {
    const { bridge } = deviceOf({ 'Camera.checkPermissions': () => ({ camera: 'denied' }) })
    await expect(cameraOf(bridge, open)({ video: true })).rejects.toMatchObject({ name: 'NotAllowedError' })
  })
})

describe('G-20 the address for notifications', () => {
  test('is the token of the platform, or nothing after a refusal', async () => {
    const { bridge, listeners } = deviceOf({
      'PushNotifications.requestPermissions': () => ({ receive: 'granted' }),
      'PushNotifications.register': () =>
        queueMicrotask(() => listeners['PushNotifications.registration']?.({ value: 'abc' })),
    })
    await expect(pushTokenOf(bridge)()).resolves.toEqual({ platform: 'ios', token: 'abc' })
    const no = deviceOf({ 'PushNotifications.requestPermissions': () => ({ receive: 'denied' }) })
    await expect(pushTokenOf(no.bridge)()).resolves.toBeNull()
    expect(no.calls).toEqual(['PushNotifications.requestPermissions'])
  })
})

test('G-20 secrets are in the storage of the device; one that cannot be read is none', async () => {
  const stored: Record<string, string> = {}
  const { bridge } = deviceOf({
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => {
      stored[String(prefixedKey)] = String(data)
    },
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({ data: stored[String(prefixedKey)] ?? null }),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => delete stored[String(prefixedKey)],
  })
  const storage = secureStorageOf(bridge)
  await storage.write('refresh', 'secret')
  await expect(storage.read('refresh')).resolves.toBe('secret')
  storage.remove('refresh')
  await expect(storage.read('refresh')).resolves.toBeNull()
  const broken = deviceOf({ 'SecureStorage.internalGetItem': refused('osError') })
  await expect(secureStorageOf(broken.bridge).read('refresh')).resolves.toBeNull()
})

describe('ADS-02 ADS-04 a banner', () => {
  test('is there where the app has an ad service, at the bottom; the service starts with it', async () => {
    expect(bannerOf(deviceOf({}).bridge)).toBeNull()
    const shown: unknown[] = []
    const { bridge, calls } = deviceOf({ 'AdMob.showBanner': (options) => shown.push(options) }, ['AdMob'])
    const banner = bannerOf(bridge)
    await banner?.hide()
    expect(calls).toEqual([])
    await banner?.show('unit')
    await banner?.hide()
    await banner?.show('unit')
    expect(calls).toEqual(
      ['initialize', 'showBanner', 'removeBanner', 'showBanner'].map((one) => `AdMob.${one}`),
    )
    expect(shown[0]).toMatchObject({ adId: 'unit', position: 'BOTTOM_CENTER' })
  })

  test('that is hidden before the service has started is not shown', async () => {
    const { bridge, calls } = deviceOf({}, ['AdMob'])
    const banner = bannerOf(bridge)
    const shown = banner?.show('unit')
    await banner?.hide()
    await shown
    expect(calls).not.toContain('AdMob.showBanner')
  })
})
