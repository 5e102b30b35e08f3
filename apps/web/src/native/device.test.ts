import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bridge, findBridge } from './bridge.ts'
import { wrapCamera } from './camera.ts'
import { createGeolocation } from './geolocation.ts'
import { forgetPush, installPush, createPush } from './push.ts'
import { createSecureStorage } from './secure-storage.ts'
import { createShare } from './share.ts'
import { createBanner } from './banner.ts'

type Answers = Record<string, (options: Record<string, unknown>) => unknown>

/**
 * Creates a mock device whose plugin calls are answered by these functions. If a function throws, the plugin call fails
 * with that error.
 */
function makeDevice(answers: Answers, plugins: readonly string[] = []) {
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

function refused(code: string) {
  return () => {
    throw Object.assign(new Error('no'), { code })
  }
}

test('NATIVE-02 replaces nothing in a browser', () => {
  expect(findBridge({})).toBeNull()
  expect(findBridge({ Capacitor: { isNativePlatform: () => false } })).toBeNull()
})

describe('G-20 positions', () => {
  const HERE = { timestamp: 1, coords: { latitude: 1, longitude: 2, accuracy: 3 } }
  const locate = (bridge: Bridge) =>
    new Promise((found, failed) => createGeolocation(bridge).getCurrentPosition(found, failed))

  test('come from the plugin, once and while the device moves', async () => {
    const { bridge, calls } = makeDevice({
      'Geolocation.getCurrentPosition': () => HERE,
      'Geolocation.watchPosition': () => HERE,
    })
    await expect(locate(bridge)).resolves.toEqual(HERE)
    const geolocation = createGeolocation(bridge)
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
  ])('fail with %s the same way as in a browser, with code %i', async (code, expected) => {
    const { bridge } = makeDevice({ 'Geolocation.getCurrentPosition': refused(code) })
    await expect(locate(bridge)).rejects.toMatchObject({ code: expected })
  })
})

describe('G-20 sharing', () => {
  test("opens the device's share sheet; closing it is an AbortError, as in browsers", async () => {
    const { bridge, calls } = makeDevice({})
    await createShare(bridge)({ title: 'A spot', url: 'https://nollie.example/spot/1' })
    expect(calls).toEqual(['Share.share'])
    const closed = makeDevice({
      'Share.share': () => {
        throw new Error('Share canceled')
      },
    })
    await expect(createShare(closed.bridge)({ title: 'x' })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('G-20 the camera', () => {
  const open = vi.fn(async () => ({}) as MediaStream)

  test('opens after the system allowed it, asking only once', async () => {
    const { bridge, calls } = makeDevice({
      'Camera.checkPermissions': () => ({ camera: 'prompt' }),
      'Camera.requestPermissions': () => ({ camera: 'granted' }),
    })
    await wrapCamera(bridge, open)({ video: true })
    expect(calls).toEqual(['Camera.checkPermissions', 'Camera.requestPermissions'])
    expect(open).toHaveBeenCalledOnce()
  })

  test('is denied the same way as in browsers if the system refuses', async () => {
    const { bridge } = makeDevice({ 'Camera.checkPermissions': () => ({ camera: 'denied' }) })
    await expect(wrapCamera(bridge, open)({ video: true })).rejects.toMatchObject({ name: 'NotAllowedError' })
  })
})

describe('G-20 notifications', () => {
  const stored: Record<string, string> = {}
  beforeEach(() => {
    for (const name of Object.keys(stored)) delete stored[name]
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => (stored[name] = value),
      removeItem: (name: string) => delete stored[name],
    })
    return () => vi.unstubAllGlobals()
  })
  const SERVER = new URL('https://nollie.example')
  const granted = { receive: 'granted' }
  const phone = (token = 'abc') => {
    const device = makeDevice({
      'PushNotifications.requestPermissions': () => granted,
      'PushNotifications.checkPermissions': () => granted,
      'PushNotifications.register': () =>
        queueMicrotask(() => device.listeners['PushNotifications.registration']?.({ value: token })),
    })
    return device
  }

  test("are turned on with the device's token, or stay off if permission is denied", async () => {
    await expect(createPush(phone().bridge).turnOn()).resolves.toEqual({ platform: 'ios', token: 'abc' })
    const no = makeDevice({ 'PushNotifications.requestPermissions': () => ({ receive: 'denied' }) })
    await expect(createPush(no.bridge).turnOn()).resolves.toBeNull()
    expect(no.calls).toEqual(['PushNotifications.requestPermissions'])
  })

  test('sends a new token once, on the next start; never asks people who have push turned off', async () => {
    const sent: unknown[] = []
    const notify = async (device: unknown) => void sent.push(device)
    const quiet = phone()
    installPush(quiet.bridge, SERVER, notify)
    expect(quiet.calls).toEqual([])
    await createPush(phone('first').bridge).turnOn()
    installPush(phone('first').bridge, SERVER, notify)
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent).toEqual([])
    for (let start = 0; start < 2; start += 1) {
      installPush(phone('second').bridge, SERVER, notify)
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(sent).toEqual([{ platform: 'ios', token: 'second' }])
  })

  test('selecting one opens the page on this server only', () => {
    const opened: unknown[] = []
    vi.stubGlobal('history', {
      pushState: (_state: unknown, _title: string, path: string) => opened.push(path),
    })
    const { bridge, listeners } = phone()
    installPush(bridge, SERVER, async () => undefined)
    const press = (url: unknown) =>
      listeners['PushNotifications.pushNotificationActionPerformed']?.({ notification: { data: { url } } })
    press('https://nollie.example/post/1?comments=1')
    press('https://evil.example/post/1')
    press(undefined)
    expect(opened).toEqual(['/post/1?comments=1'])
  })

  test('signing out clears the lock screen and unregisters the token', async () => {
    const { bridge, calls } = phone()
    forgetPush(bridge)
    expect(calls).toEqual([])
    await createPush(bridge).turnOn()
    forgetPush(bridge)
    expect(calls.slice(-2)).toEqual([
      'PushNotifications.removeAllDeliveredNotifications',
      'PushNotifications.unregister',
    ])
    expect(stored).toEqual({})
  })
})

test("G-20 secrets are in the device's secure storage; an unreadable one counts as missing", async () => {
  const stored: Record<string, string> = {}
  const { bridge } = makeDevice({
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => {
      stored[String(prefixedKey)] = String(data)
    },
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({ data: stored[String(prefixedKey)] ?? null }),
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => delete stored[String(prefixedKey)],
  })
  const storage = createSecureStorage(bridge)
  await storage.write('refresh', 'secret')
  await expect(storage.read('refresh')).resolves.toBe('secret')
  storage.remove('refresh')
  await expect(storage.read('refresh')).resolves.toBeNull()
  const broken = makeDevice({ 'SecureStorage.internalGetItem': refused('osError') })
  await expect(createSecureStorage(broken.bridge).read('refresh')).resolves.toBeNull()
})

describe('ADS-02 ADS-04 a banner', () => {
  test('is at the bottom of apps with an ad service, which starts with the first banner', async () => {
    expect(createBanner(makeDevice({}).bridge)).toBeNull()
    const shown: unknown[] = []
    const { bridge, calls } = makeDevice({ 'AdMob.showBanner': (options) => shown.push(options) }, ['AdMob'])
    const banner = createBanner(bridge)
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

  test('does not appear if it is hidden before the service has started', async () => {
    const { bridge, calls } = makeDevice({}, ['AdMob'])
    const banner = createBanner(bridge)
    const shown = banner?.show('unit')
    await banner?.hide()
    await shown
    expect(calls).not.toContain('AdMob.showBanner')
  })
})
