import { ask, type Bridge, trigger } from './bridge.ts'

/** Where secrets of this device are: the keychain of iOS, the keystore of Android. */
export type SecureStorage = {
  read: (name: string) => Promise<string | null>
  write: (name: string, value: string) => Promise<void>
  remove: (name: string) => void
}

const PLUGIN = 'SecureStorage'
const buildOptions = (name: string) => ({ prefixedKey: `nollie_${name}`, sync: false })
/** `afterFirstUnlockThisDeviceOnly` of the plugin: readable once unlocked, and in no backup of the phone. */
const ACCESS = 3

/** Secrets by the plugin. A secret that cannot be read is none: the person signs in again. */
export const createSecureStorage = (bridge: Bridge): SecureStorage => ({
  read: async (name) => {
    const found = await ask<{ data: string | null }>(
      bridge,
      PLUGIN,
      'internalGetItem',
      buildOptions(name),
    ).catch(() => null)
    return found?.data || null
  },
  write: async (name, data) => {
    await ask(bridge, PLUGIN, 'internalSetItem', { ...buildOptions(name), data, access: ACCESS })
  },
  remove: (name) => trigger(bridge, PLUGIN, 'internalRemoveItem', buildOptions(name)),
})
