/** The object Capacitor adds to a native app's page for plugin calls and events. */
export type Bridge = {
  getPlatform: () => string
  isPluginAvailable: (plugin: string) => boolean
  nativePromise: (plugin: string, method: string, options?: object) => Promise<unknown>
  nativeCallback: (
    plugin: string,
    method: string,
    options: object,
    callback: (data: unknown, error?: unknown) => void,
  ) => string
  addListener: (plugin: string, event: string, listener: (data: unknown) => void) => unknown
}

/** Returns this page's bridge; null in a browser. */
export function findBridge(page: object): Bridge | null {
  const { Capacitor } = page as { Capacitor?: Bridge & { isNativePlatform?: () => boolean } }
  return Capacitor?.isNativePlatform?.() ? Capacitor : null
}

/** Calls a plugin method and returns its typed response. */
export async function ask<T>(
  bridge: Bridge,
  plugin: string,
  method: string,
  options: object = {},
): Promise<T> {
  return (await bridge.nativePromise(plugin, method, options)) as T
}

/** Like {@link ask}, for calls whose failure doesn't matter, e.g. a vibration. */
export function trigger(bridge: Bridge, plugin: string, method: string, options: object = {}): void {
  bridge.nativePromise(plugin, method, options).catch(() => undefined)
}
