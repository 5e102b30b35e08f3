/** A plugin call that a native app's page sends to the device. */
export type NativeCall = {
  callbackId: string
  pluginId: string
  methodName: string
  options: Record<string, unknown>
}

/** The test-only globals of a page that runs {@link fakeDevice}. */
export type FakePage = {
  device: {
    calls: NativeCall[]
    secrets: Record<string, string>
    fire: (plugin: string, event: string, data: object) => void
  }
  Capacitor: object
}

/**
 * Simulates a device that speaks Capacitor's protocol, which no browser does. Runs in the page before its first script.
 * Messages go as JSON to `androidBridge.postMessage` and return through `Capacitor.fromNative`. With `hasBridge`,
 * Capacitor's own bridge sends them; otherwise, this function does. `plugins` lists the app's optional plugins.
 */
export function fakeDevice({ hasBridge, plugins }: { hasBridge: boolean; plugins: string[] }): void {
  const page = window as unknown as FakePage & Record<string, unknown>
  type Result = { callbackId: string; success: boolean; data?: unknown; error?: unknown; save?: boolean }
  const secrets = JSON.parse(sessionStorage.getItem('device') ?? '{}') as Record<string, string>
  const listeners: { id: string; plugin: string; event: unknown }[] = []
  const calls: NativeCall[] = []
  const bridge = () => page.Capacitor as unknown as { fromNative: (result: Result) => void }
  const answers: Record<string, (options: Record<string, unknown>) => unknown> = {
    'Network.getStatus': () => ({ connected: true }),
    'App.getLaunchUrl': () => null,
    'Geolocation.getCurrentPosition': () => ({
      timestamp: Date.now(),
      coords: { latitude: 41.38, longitude: 2.17, accuracy: 9, heading: null },
    }),
    'Camera.checkPermissions': () => ({ camera: 'prompt' }),
    'Camera.requestPermissions': () => ({ camera: 'granted' }),
    'PushNotifications.requestPermissions': () => ({ receive: 'granted' }),
    'PushNotifications.checkPermissions': () => ({ receive: 'granted' }),
    'SecureStorage.internalGetItem': ({ prefixedKey }) => ({ data: secrets[String(prefixedKey)] ?? null }),
    'SecureStorage.internalSetItem': ({ prefixedKey, data }) => {
      secrets[String(prefixedKey)] = String(data)
      sessionStorage.setItem('device', JSON.stringify(secrets))
    },
    'SecureStorage.internalRemoveItem': ({ prefixedKey }) => {
      delete secrets[String(prefixedKey)]
      sessionStorage.setItem('device', JSON.stringify(secrets))
    },
  }
  const receive = (text: string) => {
    const call = JSON.parse(text) as NativeCall
    calls.push(call)
    const { callbackId, pluginId, methodName, options } = call
    if (methodName === 'addListener')
      listeners.push({ id: callbackId, plugin: pluginId, event: options.eventName })
    else
      queueMicrotask(() => {
        const data = answers[`${pluginId}.${methodName}`]?.(options)
        bridge().fromNative({ callbackId, success: true, data })
      })
    if (pluginId === 'PushNotifications' && methodName === 'register')
      queueMicrotask(() => page.device.fire('PushNotifications', 'registration', { value: 'a-device' }))
  }
  page.androidBridge = { postMessage: receive }
  page.device = {
    calls,
    secrets,
    fire: (plugin, event, data) => {
      for (const one of listeners.filter((each) => each.plugin === plugin && each.event === event))
        bridge().fromNative({ callbackId: one.id, success: true, data, save: true })
    },
  }
  // The native shell creates the list of plugins.
  if (hasBridge) {
    page.Capacitor = { Plugins: Object.fromEntries(plugins.map((name) => [name, {}])) }
    return
  }
  type Stored = { done: (data: unknown, error?: unknown) => void; once: boolean }
  const stored = new Map<string, Stored>()
  let last = 0
  const send = (pluginId: string, methodName: string, options: object, entry: Stored) => {
    last += 1
    stored.set(String(last), entry)
    receive(JSON.stringify({ callbackId: String(last), pluginId, methodName, options }))
    return String(last)
  }
  page.Capacitor = {
    isNativePlatform: () => true,
    getPlatform: () => 'android',
    isPluginAvailable: (name: string) => plugins.includes(name),
    nativePromise: (plugin: string, method: string, options = {}) =>
      new Promise((resolve, reject) => {
        const done = (data: unknown, error?: unknown) => (error ? reject(error) : resolve(data))
        send(plugin, method, options, { done, once: true })
      }),
    nativeCallback: (plugin: string, method: string, options: object, done: Stored['done']) =>
      send(plugin, method, options, { done, once: false }),
    addListener: (plugin: string, eventName: string, done: Stored['done']) =>
      send(plugin, 'addListener', { eventName }, { done, once: false }),
    fromNative: ({ callbackId, data, error }: Result) => {
      const entry = stored.get(callbackId)
      if (entry?.once) stored.delete(callbackId)
      entry?.done(data, error)
    },
  }
}
